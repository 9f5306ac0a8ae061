import Foundation
import Testing

/// A click that reaches no daemon. A mock of notify-send writes down what the desktop would show.
struct ClickNoticeTests {
    private let sandbox: Sandbox
    private let shown: NamedPipe

    init() throws {
        sandbox = try Sandbox()
        shown = try sandbox.recordNotifications(withoutFirst: 3)
    }

    private func open(_ words: [String]) throws -> Ended {
        try run("\(Products.folder)/xcallback", ["open"] + words, sandbox.environment)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a click that finds no daemon is notified, and a second one soon after is not`() throws {
        // The second form is read by the command-line parser.
        for words in [["--from", "desktop", "--", "notes:///<b>x"], ["--from=desktop", "--", "notes:///x"]] {
            let ended = try open(words)
            #expect(ended.status == 69 && ended.errors.hasPrefix("xcallback: no daemon at "), "\(ended)")
        }
        let line = try #require(shown.line())
        #expect(
            line.hasPrefix("A link was not opened|no daemon at \(sandbox.path)/run/"), "\(line)")
        #expect(line.hasSuffix("start it with 'xcallbackd &amp;'|"), "\(line)")
        #expect(!line.contains("notes:"))
        #expect(shown.line(milliseconds: 0) == nil)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a URL of one's own that finds no daemon is reported on standard error alone`() throws {
        #expect(try open(["notes:///x"]).status == 69)
        #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/run/xcallbackd/notice"))
    }
}
