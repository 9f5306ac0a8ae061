import TestSupport
import Testing

/// The list of changes, from which the package's changelog is made.
struct ChangesTests {
    private static func version() throws -> Substring {
        let text = try Repository.text("Sources/DispatcherMessages/PackageVersion.swift")
        return try #require(text.firstMatch(of: /text = "([0-9.]+)"/)?.1)
    }

    private static func headings() throws -> [Substring] {
        try Repository.text("CHANGELOG.md").split(separator: "\n").filter { $0.hasPrefix("## ") }
    }

    @Test func `the newest entry is the version of the programs`() throws {
        #expect(try Self.headings().first?.hasPrefix("## \(Self.version()) (") == true)
    }

    @Test func `each entry has a version and a date`() throws {
        for heading in try Self.headings() {
            #expect(heading.wholeMatch(of: /## \d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)/) != nil, "\(heading)")
        }
    }

    /// Elsewhere it comes from there: a second copy would be forgotten.
    @Test func `no other source file names the version`() throws {
        let version = try "\"\(Self.version())\""
        let files = Repository.swiftFiles("Sources").filter { !$0.hasSuffix("/PackageVersion.swift") }
        #expect(!files.isEmpty)
        for file in files { #expect(try !Repository.text(file).contains(version), "\(file)") }
    }
}
