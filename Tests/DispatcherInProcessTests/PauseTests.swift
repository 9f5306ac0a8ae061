import DispatcherScenarios
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// The pause of the desktop socket.
struct PauseTests {
    private func start() async throws -> TestDispatcher {
        try await TestDispatcher.start(
            """
            schemes: [t]
            desktop: allow
            routes: [{name: open, path: /open, run: [printf, done], output: text}]
            """)
    }

    private func code(_ url: String, on dispatcher: TestDispatcher) async throws -> QueryValue? {
        try await dispatcher.reply(to: url, door: .desktop)["error"]?["code"]
    }

    @Test(arguments: [
        "t:///open",
        "t:///nowhere",  // whatever it would be otherwise
        "t:///open?a=%zz", "", "xcallback:///ping", "xcallback:///reply", "t:///reply/x",
    ])
    func `refuses each URL of the desktop socket, and none of the control socket`(url: String) async throws {
        let dispatcher = try await start()
        let paused = try await dispatcher.result(of: "pause")
        // Without a folder for its state the daemon says that it will forget.
        #expect(paused?["until"] == nil && paused?["warning"] != nil)
        #expect(try await code(url, on: dispatcher) == 503)
        #expect(
            try await dispatcher.reply(to: url, door: .desktop)["error"]?["message"]
                == "the user has paused clicks; 'xcallback resume' ends the pause")
        let control = try await dispatcher.reply(to: url)
        #expect(control["error"]?["code"] != 503)
        #expect(try await dispatcher.result(of: "resume")?["until"] == nil)
        #expect(try await code(url, on: dispatcher) != 503)
    }

    @Test func `ends by itself after its duration`() async throws {
        let dispatcher = try await start()
        let pause = try await dispatcher.result(of: "pause", ["duration": "10m"])
        #expect(pause?["until"]?.string?.hasSuffix("Z") == true)
        let status = try await dispatcher.answer("status", .object([]), door: .control)
        #expect(status["result"]?["paused"]?["desktop"]?["until"] == pause?["until"])
        dispatcher.clock.pass(.seconds(599))
        #expect(try await code("t:///open", on: dispatcher) == 503)
        dispatcher.clock.pass(.seconds(1))
        #expect(try await code("t:///open", on: dispatcher) == nil)
        #expect(try await dispatcher.result(of: "status")?["paused"] == nil)
    }
}
