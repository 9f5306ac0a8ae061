import Glibc
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// A daemon that hangs without a service manager: each command that waits for it says so, and ends. A daemon that answers
/// anything at all is waited for. The commands of a test run at once, since each waits for two pings or so.
@Suite(.timeLimit(.minutes(2)))
struct HangWatchTests {
    /// A command that runs.
    private struct Running {
        let words: [String]
        private let child: Child
        private let errors: ChildPipe

        init(_ words: [String], in sandbox: Sandbox) throws {
            self.words = words
            errors = try ChildPipe()
            child = try Child("\(Products.folder)/xcallback", words, sandbox.environment, errors: errors.writing)
            errors.closeWriting()
        }

        func end() -> Ended {
            let said = errors.read()
            return Ended(status: child.wait(), output: "", errors: said)
        }
    }

    private static func makeSandbox() throws -> Sandbox {
        let sandbox = try Sandbox(
            """
            schemes: [t]
            desktop: allow
            routes:
              - {name: long, path: /long, run: [sleep, "12"]}
              - {name: endless, path: /endless, run: [sleep, "3600"], timeout: 2h}
            """)
        return sandbox
    }

    /// What a command prints about a daemon whose process is this.
    private static func remedy(_ pid: pid_t) -> String {
        "does not answer; end it with 'kill -KILL \(pid)', then start it with 'xcallbackd &'\n"
    }

    private static let commands = [
        ["send", "t:///a"], ["send", "--parallel", "2", "t:///a", "t:///b"], ["open", "t:///a"],
        ["open", "--from", "desktop", "--", "t:///a"], ["run", "t.a"], ["call", "t:///a"], ["call", "other:///a"],
        ["history"], ["status"],
    ]

    @Test func `each command ends when a socket accepts and never answers`() throws {
        let sandbox = try Self.makeSandbox()
        let sockets = try [Door.control, .desktop].map { try PlayedDaemon(sandbox, door: $0) }
        for command in try Self.commands.map({ try Running($0, in: sandbox) }) {
            let (words, ended) = (command.words, command.end())
            #expect(ended.status == 75, "\(words): \(ended)")
            #expect(ended.errors.contains(Self.remedy(getpid())), "\(words): \(ended)")
            let ids = ended.errors.split(separator: "\n").count { $0.contains("the request has the id ") }
            let expected = words.contains("--parallel") ? 2 : ["history", "status"].contains(words[0]) ? 0 : 1
            #expect(ids == expected, "\(words): \(ended)")
        }
        withExtendedLifetime(sockets) {}
    }

    @Test func `doctor reports a daemon that never answers, and how to replace it`() throws {
        let sandbox = try Self.makeSandbox()
        let sockets = try [Door.control, .desktop].map { try PlayedDaemon(sandbox, door: $0) }
        let ended = try run("\(Products.folder)/xcallback", ["doctor", "--no-round-trip"], sandbox.environment)
        #expect(ended.status == 1)
        let found = try #require(ended.output.split(separator: "\n").first { $0.hasPrefix("FAULT  control socket") })
        #expect(found.hasSuffix("does not answer"))
        #expect(ended.output.contains("→ end it with 'kill -KILL \(getpid())', then start it with"), "\(ended.output)")
        withExtendedLifetime(sockets) {}
    }

    @Test func `a command goes on while each ping is answered`() async throws {
        let answers: [(String, Door)] = [
            (#"{"outcome":"error"}"# + "\n", .control),  // a refusal
            ("", .control),  // no line, from a daemon that stops
            ("{}\n", .desktop),
        ]
        try await atOnce(answers) { answer, door in
            let sandbox = try Self.makeSandbox()
            // A socket that is alone would look like a socket of another machine.
            let other = try PlayedDaemon(sandbox, door: door == .control ? .desktop : .control)
            let daemon = try PlayedDaemon(sandbox, door: door)
            let command = try Running(
                door == .control ? ["send", "t:///a"] : ["open", "--from", "desktop", "--", "t:///a"], in: sandbox)
            try daemon.accept()
            let request = try daemon.next()
            for _ in 1...2 {
                #expect(try daemon.exchange(answer).contains(#""method":"ping""#))
            }
            try daemon.reply(to: request, "result", ["id": "1", "url": "t:///a", "outcome": "success"])
            #expect(command.end().status == 0)
            withExtendedLifetime(other) {}
        }
    }

    @Test func `a command waits for a route that takes longer than any ping`() throws {
        let daemon = try RunningDaemon(Self.makeSandbox())
        let commands = try [["send", "t:///long"], ["run", "t.long"], ["open", "t:///long"]].map {
            try Running($0, in: daemon.sandbox)
        }
        for command in commands {
            let ended = command.end()
            #expect(ended.status == 0, "\(command.words): \(ended)")
        }
        // A ping is not recorded.
        #expect(try daemon.history().count == 3)
    }

    /// The ways in which a daemon comes to hang.
    enum Cause: Sendable { case stopped, locked }

    @Test func `a command whose daemon is stopped while a route runs ends`() throws { try expectEnds(.stopped) }

    @Test(.needs(HeldLedger.absence))
    func `a command whose daemon hangs while a route runs ends`() throws { try expectEnds(.locked) }

    private func expectEnds(_ cause: Cause) throws {
        let daemon = try RunningDaemon(Self.makeSandbox())
        var commands = try [["send", "t:///endless"], ["run", "t.endless"], ["open", "t:///endless"]].map {
            try Running($0, in: daemon.sandbox)
        }
        try wait(for: "the routes") { try daemon.call("status")["requests"]?["running"] == 3 }
        let ledger = cause == .locked ? try HeldLedger(of: daemon) : nil
        // The thread of the control socket stops at this URL.
        if cause == .locked { try Connection(daemon.connect()).send("xcallback:///ping") }
        if cause == .stopped { daemon.signal(SIGSTOP) }
        // The thread of the desktop socket hangs, too, once a click comes.
        commands += try [["status"], ["open", "--from", "desktop", "--", "t:///endless"]].map {
            try Running($0, in: daemon.sandbox)
        }
        for command in commands {
            let (words, ended) = (command.words, command.end())
            #expect(ended.status == 75, "\(cause) \(words): \(ended)")
            #expect(ended.errors.contains(Self.remedy(daemon.pid)), "\(cause) \(words): \(ended)")
            let hasID = ended.errors.contains("the request has the id ")
            #expect(hasID == (words != ["status"]), "\(cause) \(words): \(ended)")
        }
        daemon.signal(SIGKILL)
        withExtendedLifetime(ledger) {}
    }
}
