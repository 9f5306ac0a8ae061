import Glibc
import QueryCoding
import Testing

/// What a client of `xcallback mcp` may do wrong, alone or with many calls: each line is answered, and no command is left
/// running.
@Suite(.timeLimit(.minutes(1)))
struct AgentInputTests {
    private let sandbox: Sandbox
    private let daemon: RunningDaemon

    init() throws {
        sandbox = try Sandbox(
            """
            schemes: [n]
            agent: allow
            rate: {per-second: 1000, burst: 1000}
            routes:
              - {name: say, path: /say, input: {t: line}, run: [printf, --, '%s', $t], output: text}
              - {name: much, path: /much, run: [sh, -c, 'yes | head -c 200000'], output: text}
              - {name: slow, path: /slow, run: [sleep, "61"]}
            """, as: "n")
        daemon = try RunningDaemon(sandbox)
    }

    private func start(_ arguments: [String] = []) throws -> MCPServer {
        let server = try MCPServer(sandbox.environment, ["\(Products.folder)/xcallback", "mcp"] + arguments)
        try server.begin()
        return server
    }

    /// Starts a server, and its call 7, which goes on.
    private func startSlow() throws -> MCPServer {
        let server = try start()
        try server.sendCall(7, "n_slow")
        try waitForCommand()
        return server
    }

    private func waitForCommand() throws {
        try wait(for: "the command") { try daemon.xcallback(["history", "--running"]).output.contains("n.slow") }
    }

    private func waitForCancel() throws {
        try wait(for: "the cancel") { try daemon.history().contains { $0["outcome"] == "cancel" } }
    }

    @Test func `an id that still runs is refused, and the call goes on`() throws {
        let server = try startSlow()
        try server.sendCall(7, "n_say", ["t": "a"])
        #expect(try server.next()["error"]?["code"] == -32600)
        try server.cancel(7)
        try server.sendCall(7, "n_say", ["t": "a"])
        #expect(try server.next()["result"]?["content"]?.elements?.first?["text"] == "a")
        try waitForCancel()
    }

    @Test(arguments: [["--only", "n.s*", "--only", "other"], ["--only=n.s*"]])
    func `a name outside the patterns is no tool`(arguments: [String]) throws {
        let server = try start(arguments)
        let tools = try server.ask(2, "tools/list")["result"]?["tools"]?.elements
        #expect(tools?.map { $0["name"] } == ["n_say", "n_slow"])
        #expect(try server.call("n_much")["error"]?["code"] == -32602)
        #expect(try server.call("n_say", ["t": "a"])["result"]?["isError"] == false)
    }

    /// The arguments fill the pipes and the socket in both directions.
    @Test(arguments: [1, 100_000])
    func `twenty calls at once are answered`(length: Int) throws {
        let server = try start()
        let text = String(repeating: "x", count: length)
        for id in 0..<20 { try server.sendCall(id, "n_say", ["t": .string(text)]) }
        var seen: Set<Int> = []
        for _ in 0..<20 {
            let reply = try server.next()
            #expect(reply["result"]?["content"]?.elements?.first?["text"] == .string(text), "\(reply.json.prefix(200))")
            if let id = reply["id"]?.whole(Int.self) { seen.insert(id) }
        }
        #expect(seen.count == 20)
    }

    @Test func `arguments that the daemon does not read are an error of that call`() throws {
        let server = try startSlow()
        let long = try server.call("n_say", ["t": .string(String(repeating: "x", count: 300_000))])["result"]
        #expect(long?["_meta"]?["xcallbackd/code"] == 413)
        let deep = (0..<20).reduce(QueryValue.array([])) { inner, _ in [inner] }
        try server.sendCall(8, "n_say", ["t": deep])
        #expect(try server.next()["error"]?["code"] == -32700)
        #expect(try server.call("n_say", ["t": "a"])["result"]?["isError"] == false)
        server.closeInput()
        try waitForCancel()
    }

    /// The line of the other call is longer, but only on its way from the client. The settings may have a lower limit than
    /// the server knows.
    @Test(arguments: [(length: 300_000, settings: ""), (length: 100_000, settings: "limits: {line: 64KiB}")])
    func `a call that is too long for the daemon ends no other call`(length: Int, settings: String) throws {
        try sandbox.settings(settings)
        #expect(try daemon.xcallback(["reload"]).status == 0)
        let server = try start()
        let filling = QueryValue.string(String(repeating: "x", count: 400_000))
        try server.send(7, "tools/call", ["name": "n_slow", "_meta": ["f": filling]])
        try waitForCommand()
        let long = try server.call("n_say", ["t": .string(String(repeating: "x", count: length))])["result"]
        #expect(long?["_meta"]?["xcallbackd/code"] == 413)
        try server.cancel(7)
        try waitForCancel()
    }

    @Test func `a client keeps at most sixteen subscriptions open`() throws {
        let server = try start()
        let parameters: QueryValue = [
            "notifications": ["toolsListChanged": true],
            "_meta": [
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": .object([]),
            ],
        ]
        func listen(_ id: Int) throws -> QueryValue {
            try server.send(id, "subscriptions/listen", parameters)
            return try server.next()
        }
        for id in 10..<26 { #expect(try listen(id)["method"] == "notifications/subscriptions/acknowledged") }
        #expect(try listen(26)["error"]?["code"] == -32600)
        try server.cancel(10)
        #expect(try listen(26)["method"] == "notifications/subscriptions/acknowledged")
    }

    @Test func `a client that has gone leaves no command running`() throws {
        let server = try startSlow()
        server.closeOutput()
        try server.sendCall(8, "n_say", ["t": "nobody reads this"])
        try wait(for: "the other call") { try daemon.history().contains { $0["outcome"] == "success" } }
        server.closeInput()
        #expect(server.child.wait() == 0)
        try waitForCancel()
    }

    @Test func `the end of the input ends the server, although the client reads no more`() throws {
        let server = try start()
        try server.sendCall(8, "n_much")
        try wait(for: "the output") { server.unread > 40_000 }
        server.closeInput()
        #expect(server.child.wait() == 0)
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `a signal ends what runs, although the client reads no more`(signal: Int32) throws {
        let server = try startSlow()
        try server.sendCall(8, "n_much")
        try wait(for: "the output") { try daemon.history().contains { $0["outcome"] == "success" } }
        server.child.signal(signal)
        #expect(server.child.wait() == 0)
        try waitForCancel()
    }
}
