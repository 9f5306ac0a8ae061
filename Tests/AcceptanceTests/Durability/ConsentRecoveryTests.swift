import QueryCoding
import RequestRecord
import Testing

/// A click that the user has agreed to, whose daemon is killed before its command starts.
@Suite(.timeLimit(.minutes(2)))
struct ConsentRecoveryTests {
    private let tally: Tally
    private let prompt: ScriptedPrompt

    init() throws {
        tally = try Tally()
        prompt = try ScriptedPrompt(tally.sandbox, "exit 0")
        try tally.settings(prompt.setting + "callbacks: {allow: [otherapp]}\n")
    }

    private func route(_ program: String) throws {
        try tally.sandbox.routes(
            """
            schemes: [ask]
            routes:
              - {name: hold, path: "/hold/{n}", run: [\(tally.sandbox.path)/\(program), $n], concurrency: 1, notify: true}
            """, "ask")
    }

    /// Kills a daemon in which a confirmed click waits for its turn. Returns the click's id.
    private func killWaiting() throws -> String {
        try route("hold")
        let daemon = try tally.start()
        try daemon.begin("ask:///hold/1", .desktop)
        #expect(tally.begun.line() == "1")
        let second = try Connection(daemon.connect(.desktop)).call(
            "dispatch", ["url": .string("ask:///hold/2?\(Tally.callbacks(2))"), "wait": false])
        let id = try #require(second["result"]?["id"]?.string)
        try wait(for: "the answer to both questions") {
            let status = try daemon.call("status")["requests"]
            return try prompt.questions.count == 2 && status?["asking"] == nil && status?["waiting"] == 1
        }
        daemon.kill()
        return id
    }

    @Test func `it runs at the next start without another question, and a notification shows its result`() throws {
        let id = try killWaiting()
        let shown = try tally.sandbox.recordNotifications(withoutFirst: 3)
        let daemon = try tally.start()
        #expect(tally.begun.line() == "2")
        // The command that lost its daemon reads from the same pipe.
        for _ in 1...2 { tally.release.write("") }
        let request = try daemon.ended(id)
        #expect(request["outcome"] == "success" && request["callback"]?["state"] == "opened", "\(request)")
        #expect(try prompt.questions.count == 2)
        #expect(shown.line() == "ask.hold|done|")
        #expect(daemon.stop() == 0)
    }

    @Test func `it does not run if the question would be another one by then`() throws {
        let id = try killWaiting()
        try route("note")
        let daemon = try tally.start()
        let request = try daemon.ended(id)
        #expect(request["error"]?["code"] == 503, "\(request)")
        #expect(try prompt.questions.count == 2 && tally.ran == ["1"])
        tally.release.write("")
    }
}
