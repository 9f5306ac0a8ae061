import Foundation
import TestSupport
import Testing

/// What the commands print to people, at several widths: the transcripts in the folder Cases.
@Suite(.needs(programs: "bash", "xdg-open", "xdg-mime", "update-desktop-database"))
struct TranscriptTests {
    private static let files = Repository.files("Tests/AcceptanceTests/CommandLine/Cases", suffix: ".console")

    /// With XCALLBACK_WRITE_TRANSCRIPTS in the environment, the files are written anew.
    @Test(.timeLimit(.minutes(5)), arguments: files)
    func `the commands print what the transcript shows`(file: String) throws {
        let expected = try Repository.text(file)
        let played = try Transcript.played(expected)
        if ProcessInfo.processInfo.environment["XCALLBACK_WRITE_TRANSCRIPTS"] != nil {
            try played.write(toFile: "\(Repository.root)/\(file)", atomically: true, encoding: .utf8)
        }
        let lines = played.components(separatedBy: "\n")
        let changes = lines.difference(from: expected.components(separatedBy: "\n"))
        let shown = (changes.removals + changes.insertions).map { change in
            switch change {
            case .remove(let offset, let line, _): (offset, "line \(offset + 1) - \(line)")
            case .insert(let offset, let line, _): (offset, "line \(offset + 1) + \(line)")
            }
        }
        #expect(changes.isEmpty, "\(file)\n\(shown.sorted { $0.0 < $1.0 }.map(\.1).joined(separator: "\n"))")
    }
}
