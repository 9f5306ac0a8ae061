import QueryCoding
import RequestRecord
import Testing

/// `xcallback mcp`: the routes as tools of the Model Context Protocol, in both eras on one pipe.
@Suite(.timeLimit(.minutes(1)))
struct MCPTests {
    private static let modern: QueryValue = [
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": .object([]),
        "io.modelcontextprotocol/clientInfo": ["name": "modern", "version": "2"],
    ]

    private let sandbox: Sandbox
    private let daemon: RunningDaemon
    private let server: MCPServer

    init() throws {
        sandbox = try Sandbox()
        try sandbox.routes(
            """
            schemes: [n]
            agent: allow
            routes:
              - {name: say, path: /say, summary: Says it, effect: reads, input: {t: line, n: int?}, run: [printf, '%s', $t], output: text}
              - {name: lines, path: /lines, run: [printf, 'a\\nb\\n'], output: lines}
              - {name: silent, path: /silent, run: ["true"], output: text}
              - {name: none, path: /none, run: ["true"]}
              - {name: fails, path: /fails, run: [sh, -c, "echo broken >&2; exit 7"]}
              - {name: slow, path: /slow, run: [sleep, "61"]}
              - {name: hidden, path: /hidden, agent: never, run: ["true"]}
            """, "n")
        daemon = try RunningDaemon(sandbox)
        server = try MCPServer(sandbox.environment)
    }

    @Test func `lists the routes that agents are offered`() throws {
        try server.begin()
        let tools = try server.ask(2, "tools/list")["result"]?["tools"]?.elements ?? []
        #expect(tools.map { $0["name"] } == ["n_fails", "n_lines", "n_none", "n_say", "n_silent", "n_slow"])
        let say = tools.first { $0["name"] == "n_say" }
        #expect(
            say?["inputSchema"]?.json
                == #"{"type":"object","properties":{"t":{"type":"string","pattern":"^[^\\r\\n]*$"},"n":{"type":["integer","null"]}},"#
                + #""required":["t"],"additionalProperties":false}"#)
        #expect(say?["annotations"]?["readOnlyHint"] == true && say?["description"] == "Says it")
        #expect(tools.first { $0["name"] == "n_none" }?["annotations"]?["destructiveHint"] == true)
    }

    @Test func `ends in the background of a terminal when something is typed`() throws {
        let command = "set -m; \(Products.folder)/xcallback mcp & wait $!; echo ended with $?"
        let ended = try run(
            "/bin/sh", ["-c", "echo x | script -qec 'bash -c \"$MCP\"' /dev/null"],
            sandbox.environment.merging(["MCP": command]) { $1 })
        #expect(ended.output.contains("ended with 0") && ended.output.contains("waits for the messages"), "\(ended)")
    }

    @Test func `runs a tool, in both eras on one pipe`() throws {
        try server.begin()
        #expect(
            try server.call("n_say", ["t": "hi"])["result"]?.json
                == #"{"content":[{"type":"text","text":"hi"}],"isError":false}"#)
        let lines = try server.call("n_lines")["result"]
        #expect(lines?["structuredContent"] == ["result": ["a", "b"]])
        #expect(lines?["content"]?.elements?.first?["text"] == #"{"result":["a","b"]}"#)
        for (name, text) in [("n_none", "done"), ("n_silent", "done, without output")] as [(String, QueryValue)] {
            #expect(try server.call(name)["result"]?["content"]?.elements?.first?["text"] == text)
        }
        let modern = try server.call("n_say", ["t": "new"], Self.modern)["result"]
        #expect(modern?["resultType"] == "complete" && modern?["content"]?.elements?.first?["text"] == "new")
        let history = try daemon.history()
        let clients = history.compactMap { $0["client"]?.string }
        #expect(clients.contains("modern"))
        #expect(history.allSatisfy { $0["door"] == "agent" })
    }

    @Test func `an error is a result, and what is no tool is an error of the protocol`() throws {
        try server.begin()
        #expect(try server.call("n_fails")["result"]?["content"]?.elements?.first?["text"] == "error 7: broken")
        let wrong = try server.call("n_say", ["t": "a", "x-success": "app://x"])["result"]
        #expect(wrong?["isError"] == true && wrong?["_meta"]?["xcallbackd/code"] == 400)
        for name in ["n_hidden", "nothing"] {
            #expect(try server.call(name)["error"]?["code"] == -32602, "\(name)")
        }
        #expect(try server.call("n_say", ["a"])["error"]?["code"] == -32602)
    }

    @Test func `a malformed line is refused, and the next line is answered`() throws {
        let lines = [
            ("not json", -32700), ("[1]", -32600), (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":5,"method":"tools/list"}"#, -32602),  // no era
            (#"{"jsonrpc":"2.0","id":5,"method":"nothing","params":{}}"#, -32602),
            (String(repeating: "x", count: (1 << 20) + 1), -32600),
        ]
        for (line, code) in lines {
            try server.send(line)
            #expect(try server.next()["error"]?["code"] == .integer(code), "\(line.prefix(80))")
            #expect(try server.ask(6, "ping")["result"] == .object([]))
        }
    }

    @Test func `a cancelled call ends its command, and gets no reply`() throws {
        try server.begin()
        try server.send(#"{"jsonrpc":"2.0","id":20,"method":"tools/call","params":{"name":"n_slow"}}"#)
        try wait(for: "the command") { try daemon.xcallback(["history", "--running"]).output.contains("n.slow") }
        try server.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":20}}"#)
        #expect(try server.ask(21, "ping")["result"] == .object([]))
        try wait(for: "the cancel") { try daemon.history().contains { $0["outcome"] == "cancel" } }
    }

    @Test func `the end of the input ends what runs`() throws {
        try server.begin()
        try server.send(#"{"jsonrpc":"2.0","id":20,"method":"tools/call","params":{"name":"n_slow"}}"#)
        try wait(for: "the command") { try daemon.xcallback(["history", "--running"]).output.contains("n.slow") }
        server.closeInput()
        #expect(server.child.wait() == 0)
        try wait(for: "the cancel") { try daemon.history().contains { $0["outcome"] == "cancel" } }
    }

    @Test func `hears of another list of tools`() throws {
        try server.begin()
        _ = try server.ask(2, "tools/list")
        try sandbox.routes("schemes: [m]\nagent: allow\nroutes: [{name: r, path: /r, run: [\"true\"]}]\n", "m")
        _ = try daemon.xcallback(["reload"])
        #expect(try server.next()["method"] == "notifications/tools/list_changed")
    }
}
