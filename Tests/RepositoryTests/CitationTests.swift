import Glibc
import TestSupport
import Testing

/// The documents that sources and tests refer to: those of the repository, and published standards by their names.
struct CitationTests {
    private static let files = Repository.swiftFiles("Sources") + Repository.swiftFiles("Tests")

    /// The comment of each line that has one; none of a file without the wanted text, which most are.
    private static func comments(_ file: String, with wanted: String) throws -> [Substring] {
        let text = try Repository.text(file)
        guard strstr(text, wanted) != nil else { return [] }
        return text.split(separator: "\n").compactMap { line in
            // A regular expression takes a hundred times as long.
            guard line.utf8.contains(UInt8(ascii: "/")) else { return nil }
            return line.hasPrefix("//") ? line : line.firstRange(of: " //").map { line[$0.lowerBound...] }
        }
    }

    private static let pages = Set((Repository.pages + ["README.md"]).compactMap { $0.split(separator: "/").last })

    @Test(arguments: files)
    func `a comment names no document that the repository does not have`(file: String) throws {
        for comment in try Self.comments(file, with: ".md") where comment.contains(".md") {
            for name in comment.matches(of: /[A-Z][A-Za-z]*\.md\b/) {
                #expect(Self.pages.contains(name.output), "\(file): \(comment)")
            }
        }
    }

    /// The words before a section name the standard: `RFC 3986 §2.1`, `POSIX Shell §2.2`.
    @Test(arguments: files)
    func `a section is one of a standard`(file: String) throws {
        let standards = ["RFC", "JSON-RPC", "POSIX", "Specification"]
        let comments = try Self.comments(file, with: "§")
        for (index, comment) in comments.enumerated() {
            guard let section = comment.firstRange(of: "§") else { continue }
            // The name may end the line before.
            let before = (index > 0 ? comments[index - 1] : "") + comment[..<section.lowerBound]
            #expect(standards.contains { before.contains($0) }, "\(file): \(comment)")
        }
    }
}
