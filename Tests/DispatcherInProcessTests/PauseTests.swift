import DispatcherMessages
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
                == "the desktop socket is paused; 'xcallback resume' ends the pause")
        let control = try await dispatcher.reply(to: url)
        #expect(control["error"]?["code"] != 503)
        #expect(try await dispatcher.result(of: "resume")?["until"] == nil)
        #expect(try await code(url, on: dispatcher) != 503)
    }

    @Test func `tells a page nothing but that the daemon cannot complete the request`() async throws {
        let dispatcher = try await TestDispatcher.start(
            Fixture(
                "schemes: [t]\nroutes: [{name: open, path: /open, desktop: allow, run: [printf, done]}]\n",
                settings: "callbacks: {allow: [app]}\n"))
        _ = try await dispatcher.answer("pause", .object([]), door: .control)
        #expect(try await code("t:///open?x-error=app%3Afailed", on: dispatcher) == 503)
        #expect(dispatcher.apps.opened.count == 1 && !dispatcher.apps.opened[0].contains("paused"))
    }

    @Test func `lets the answers to calls through`() async throws {
        let dispatcher = try await start()
        _ = try await dispatcher.answer("pause", .object([]), door: .control)
        // No call waits for it.
        #expect(try await code("xcallback:///reply/x", on: dispatcher) == 404)
        #expect(try await code("xcallback://x-callback-url/reply/x?a=b", on: dispatcher) == 404)
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

    @Test func `explain shows it, and the route all the same`() async throws {
        let dispatcher = try await start()
        _ = try await dispatcher.answer("pause", .object([]), door: .control)
        func explain(_ door: String) async throws -> QueryValue? {
            let parameters: QueryValue = ["url": "t:///open", "door": .string(door)]
            return try await dispatcher.result(of: "explain", parameters)
        }
        let desktop = try await explain("desktop")
        #expect(desktop?["route"] == "t.open" && desktop?["would"] == "error" && desktop?["error"]?["code"] == 503)
        #expect(try await explain("control")?["would"] == "run")
    }

    @Test(arguments: ["", "soon", "-1s", "0s"])
    func `refuses a duration that is none`(duration: String) async throws {
        let dispatcher = try await start()
        let answer = try await dispatcher.answer("pause", ["duration": .string(duration)], door: .control)
        #expect(answer["error"]?["code"] == -32602)
        #expect(try await code("t:///open", on: dispatcher) == nil)
    }
}
