import QueryCoding
import Testing

/// The start of the daemon, the changes that a reload makes, and the requests that they concern.
@Suite(.timeLimit(.minutes(1)))
struct StartTests {
    /// Its time once grew with the square of the routes: 600 took 27 seconds, and 2,000 would take minutes.
    @Test func `the daemon starts with 2,000 routes`() throws {
        let routes = (0..<2000).map {
            "  - {name: r\($0), path: /r\($0), input: {a: line}, run: [printf, --, $a], output: text}"
        }
        let daemon = try RunningDaemon("schemes: [many]\nroutes:\n" + routes.joined(separator: "\n") + "\n")
        #expect(try daemon.reply(to: "many:///r1999?a=last")["output"]?["result"] == "last")
    }

    /// A program inherits the signals that its parent blocks.
    @Test func `a daemon that was started with SIGTERM blocked ends with 0`() throws {
        let sandbox = try Sandbox()
        let launcher = [try find("env", sandbox.environment), "--block-signal=TERM", "\(Products.folder)/xcallbackd"]
        let daemon = try RunningDaemon(sandbox, launcher: launcher)
        #expect(daemon.stop() == 0)
    }

    private func reload(_ daemon: RunningDaemon, _ settings: String) throws {
        try daemon.sandbox.settings(settings)
        #expect(try daemon.call("reload")["refused"] == [])
    }

    @Test func `the limit of a line holds at once, on connections that are open too`() throws {
        let daemon = try RunningDaemon(settings: "limits: {line: 1KiB}\n")
        let open = Connection(try daemon.connect())
        let url = "xcallback:///echo?a=" + String(repeating: "a", count: 2000)
        try open.send(url)
        #expect(try open.reply()["error"]?["code"] == 413)
        try reload(daemon, "limits: {line: 4KiB}\n")
        try open.send(url)
        #expect(try open.reply()["outcome"] == "success")
        try reload(daemon, "limits: {line: 1KiB}\n")
        try open.send(url)
        #expect(try open.reply()["error"]?["code"] == 413)
        #expect(try daemon.reply(to: url)["error"]?["code"] == 413)
    }

    @Test func `the limit of connections holds for those that come`() throws {
        let daemon = try RunningDaemon(settings: "limits: {connections: 2}\n")
        let first = try daemon.begin("xcallback:///ping")
        #expect(try first.reply()["outcome"] == "success")
        try reload(daemon, "limits: {connections: 1}\n")
        // Open connections stay open; new ones are refused.
        #expect(try Connection(daemon.connect()).next(milliseconds: 20_000)?["error"]?["code"] == 503)
        try first.send("xcallback:///ping")
        #expect(try first.reply()["outcome"] == "success")
        try daemon.sandbox.settings("limits: {connections: 3}\n")
        try first.send(#"{"jsonrpc":"2.0","id":1,"method":"reload"}"#)
        #expect(try first.next(milliseconds: 20_000)?["result"]?["refused"] == [])
        #expect(try daemon.reply(to: "xcallback:///ping")["outcome"] == "success")
    }

    @Test func `status names the setting that waits for a restart`() throws {
        let daemon = try RunningDaemon()
        #expect(try daemon.call("status")["restart"] == [])
        try reload(daemon, "journal: off\nnotifications: false\n")
        #expect(try daemon.call("status")["restart"] == ["journal"])
        let shown = try daemon.xcallback(["status"])
        #expect(shown.output.contains("restart    journal: takes effect when the daemon restarts\n"), "\(shown)")
        try reload(daemon, "journal: on\n")
        #expect(try daemon.call("status")["restart"] == [])
    }

    /// A request that waits for its turn during a reload must not change halfway.
    @Test func `a request keeps the settings under which it came in`() throws {
        let sandbox = try Sandbox()
        let gate = try NamedPipe("\(sandbox.path)/gate")
        try sandbox.routes(
            """
            schemes: [t]
            routes:
              - {name: hold, path: /hold, concurrency: 1, input: {pipe: line?}, output: text,
                 run: [sh, -c, 'read -r line <"$$1"; printf %s "$${MINE-none}"', sh, $pipe]}
              - {name: env, path: /env, concurrency: 1, output: text, run: [sh, -c, 'printf %s "$${MINE-none}"']}
            """, "t")
        try sandbox.settings("environment: [MINE]\nlimits: {running: 1}\n")
        let daemon = try RunningDaemon(sandbox, environment: ["MINE": "yes"])
        let first = Connection(try daemon.connect())
        // The command waits until the test writes to the pipe.
        try first.send("t:///hold?pipe=" + gate.parameter)
        try wait(for: "the first command") { try daemon.call("status")["requests"]?["running"] == 1 }
        let second = try daemon.begin("t:///env")
        try wait(for: "the second request") { try daemon.call("status")["requests"]?["waiting"] == 1 }
        try reload(daemon, "limits: {running: 1}\n")
        gate.write("go")
        #expect(try first.reply()["output"]?["result"] == "yes")
        #expect(try second.reply()["output"]?["result"] == "yes")
        #expect(try daemon.reply(to: "t:///env")["output"]?["result"] == "none")
    }
}
