import DispatcherMessages
import Glibc
import QueryCoding
import TestSupport
import Testing

/// A daemon that hangs without a service manager: each command that waits for it says so, and ends. A daemon that answers
/// anything at all is waited for.
@Suite(.timeLimit(.minutes(2)))
struct HangWatchTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try sandbox.routes(
            """
            schemes: [t]
            desktop: allow
            routes:
              - {name: long, path: /long, run: [sleep, "12"]}
              - {name: endless, path: /endless, run: [sleep, "3600"], timeout: 2h}
            """, "t")
    }

    private func xcallback(_ words: [String]) throws -> Ended {
        try run("\(Products.folder)/xcallback", words, sandbox.environment)
    }

    /// What a command prints about a daemon whose process is this.
    private func remedy(_ pid: pid_t) -> String {
        "does not answer; end it with 'kill -KILL \(pid)', then start it with 'xcallbackd &'\n"
    }

    private static let waiting = [
        ["send", "t:///a"], ["send", "--parallel", "2", "t:///a", "t:///b"], ["open", "t:///a"],
        ["open", "--from", "desktop", "--", "t:///a"], ["run", "t.a"], ["call", "t:///a"], ["call", "other:///a"],
        ["history"], ["status"],
    ]

    @Test func `each command ends when a socket accepts and never answers`() async throws {
        let sockets = try [Door.control, .desktop].map { try PlayedDaemon(sandbox, door: $0) }
        try await atOnce(Self.waiting) { words in
            let ended = try xcallback(words)
            #expect(ended.status == 75, "\(words): \(ended)")
            #expect(ended.errors.contains(remedy(getpid())), "\(words): \(ended)")
            let ids = ended.errors.split(separator: "\n").count { $0.contains("the request has the id ") }
            let expected = words.contains("--parallel") ? 2 : ["history", "status"].contains(words[0]) ? 0 : 1
            #expect(ids == expected, "\(words): \(ended)")
        }
        withExtendedLifetime(sockets) {}
    }

    @Test func `doctor reports a daemon that never answers, and how to replace it`() throws {
        let daemon = try PlayedDaemon(sandbox, door: .control)
        let ended = try xcallback(["doctor", "--no-round-trip"])
        #expect(ended.status == 1)
        let found = try #require(ended.output.split(separator: "\n").first { $0.hasPrefix("FAULT  control socket") })
        #expect(found.hasSuffix("does not answer"))
        #expect(ended.output.contains("→ end it with 'kill -KILL \(getpid())', then start it with"), "\(ended.output)")
        withExtendedLifetime(daemon) {}
    }

    @Test(arguments: [
        ("a refusal", #"{"outcome":"error"}"# + "\n", Door.control),
        ("no line, from a daemon that stops", "", .control),
        ("an error", "{}\n", .desktop),
    ])
    func `a command goes on while each ping is answered`(_: String, answer: String, door: Door) throws {
        // Without a control socket, the desktop socket would look like a socket of another machine.
        let control = try PlayedDaemon(sandbox, door: .control)
        let daemon = door == .control ? control : try PlayedDaemon(sandbox, door: door)
        let words = door == .control ? ["send", "t:///a"] : ["open", "--from", "desktop", "--", "t:///a"]
        let child = try Child("\(Products.folder)/xcallback", words, sandbox.environment)
        try daemon.accept()
        let request = try daemon.next()
        for _ in 1...2 {
            #expect(try daemon.exchange(answer).contains(#""method":"ping""#))
        }
        try daemon.reply(to: request, "result", ["id": "1", "url": "t:///a", "outcome": "success"])
        #expect(child.wait() == 0)
    }

    @Test func `a command waits for a route that takes longer than any ping`() async throws {
        let daemon = try RunningDaemon(sandbox)
        try await atOnce([["send", "t:///long"], ["run", "t.long"], ["open", "t:///long"]]) { words in
            let ended = try daemon.xcallback(words)
            #expect(ended.status == 0, "\(words): \(ended)")
        }
        // A ping is not recorded.
        #expect(try daemon.history().count == 3)
    }

    /// The ways in which a daemon comes to hang.
    enum Cause: Sendable { case stopped, locked }

    @Test(arguments: [Cause.stopped, .locked])
    func `a command whose daemon hangs while a route runs ends`(_ cause: Cause) throws {
        guard cause == .stopped || HeldLedger.absence == nil else { return }
        let daemon = try RunningDaemon(sandbox)
        let commands = try [["send", "t:///endless"], ["run", "t.endless"], ["open", "t:///endless"]].map { words in
            let errors = try ChildPipe()
            let child = try Child(
                "\(Products.folder)/xcallback", words, sandbox.environment, errors: errors.writing)
            errors.closeWriting()
            return (words, child, errors)
        }
        try wait(for: "the routes") { try daemon.call("status")["requests"]?["running"] == 3 }
        let ledger = cause == .locked ? try HeldLedger(of: daemon) : nil
        // The thread of the control socket stops at this URL.
        if cause == .locked { try Connection(daemon.connect()).send("xcallback:///ping") }
        if cause == .stopped { daemon.signal(SIGSTOP) }
        for (words, child, errors) in commands {
            let said = errors.read()
            #expect(child.wait() == 75 && said.contains(remedy(daemon.pid)), "\(words): \(said)")
            #expect(said.contains("the request has the id "), "\(words): \(said)")
        }
        // The thread of the desktop socket hangs, too, once a click comes.
        for words in [["status"], ["open", "--from", "desktop", "--", "t:///endless"]] {
            let ended = try xcallback(words)
            #expect(ended.status == 75 && ended.errors.contains(remedy(daemon.pid)), "\(words): \(ended)")
        }
        daemon.signal(SIGKILL)
        withExtendedLifetime(ledger) {}
    }
}
