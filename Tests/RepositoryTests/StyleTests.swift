import TestSupport
import Testing

/// The rules that no formatter checks.
struct StyleTests {
    /// The files that may vouch for what the compiler cannot check. They give the proof.
    private static let proven = [
        "Sources/URLSchemeRouter/Isolation/AssumedSendable.swift", "Sources/UnixSystem/Lock.swift",
    ]

    /// The one file whose trap has a message in a release build too: it names the caller's line.
    private static let reporting = "Sources/URLSchemeRouter/Router/RoutesBuilder.swift"

    /// Each of these hides a trap or a doubt. If one is right, the line before it gives the reason.
    @Test(arguments: Repository.swiftFiles("Sources"))
    func `has no hidden trap`(file: String) throws {
        var banned = ["try!", "as!", "fatalError(", "nonisolated(unsafe)", "TODO", "FIXME"]
        if !Self.proven.contains(file) { banned.append("@unchecked Sendable") }
        if file == Self.reporting { banned.removeAll { $0 == "fatalError(" } }
        for (number, line) in try Repository.text(file).split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            for word in banned { #expect(!line.contains(word), "\(file):\(number + 1)") }
        }
    }

    @Test(arguments: Repository.swiftFiles("Sources"))
    func `holds one concept`(file: String) throws {
        let count = try Repository.text(file).split(separator: "\n", omittingEmptySubsequences: false).count
        #expect(count <= 401, "\(file) has \(count) lines")
    }
}
