import TestSupport
import Testing

/// The rules that no formatter checks.
struct StyleTests {
    /// Each of these hides a trap or a doubt. If one is right, the line before it gives the reason.
    @Test(arguments: Repository.swiftFiles("Sources"))
    func `has no hidden trap`(file: String) throws {
        let banned = ["try!", "as!", "fatalError(", "@unchecked Sendable", "nonisolated(unsafe)", "TODO", "FIXME"]
        for (number, line) in try Repository.text(file).split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            for word in banned { #expect(!line.contains(word), "\(file):\(number + 1)") }
        }
    }

    @Test(arguments: Repository.swiftFiles("Sources"))
    func `holds one concept`(file: String) throws {
        let count = try Repository.text(file).split(separator: "\n", omittingEmptySubsequences: false).count
        #expect(count <= 251, "\(file) has \(count) lines")
    }
}
