import Glibc
import QueryCoding
import Testing

/// What `xcallback mcp` does if the daemon refuses, is silent, reads no more or is lost: no call waits for ever, and a signal
/// ends each wait.
@Suite(.timeLimit(.minutes(1)))
struct AgentLinkTests {
    private let sandbox: Sandbox
    private let daemon: PlayedDaemon
    private let server: MCPServer

    init() throws {
        sandbox = try Sandbox()
        daemon = try PlayedDaemon(sandbox)
        server = try MCPServer(sandbox.environment)
        try server.begin()
    }

    private func call(_ id: Int, _ text: String = "") throws {
        try server.sendCall(id, "n_say", ["t": .string(text)])
    }

    /// The reply to `routes`, with the number of the table.
    private static func routes(_ cursor: Int) -> QueryValue {
        [
            "routes": [
                [
                    "name": "n.say", "path": "/say", "schemes": ["n"], "domains": [], "output": "none",
                    "input": [["name": "t", "type": "string", "optional": false]], "desktop": "never",
                    "agent": "allow", "available": true,
                ]
            ], "cursor": .integer(cursor),
        ]
    }

    /// Begins the first call, for which the server asks for the routes. Returns the request that the daemon gets.
    private func begin(call id: Int) throws -> QueryValue {
        try call(id)
        try daemon.accept()
        try daemon.reply(to: try daemon.next(), "result", Self.routes(1))
        let follow = try daemon.next()
        #expect(follow["params"]?["follow"] != nil)
        return try daemon.next()
    }

    /// Calls with a line that the daemon does not read.
    private func fillSocket() throws {
        try call(3, String(repeating: "x", count: 250_000))
        try wait(for: "a full socket") { daemon.unread > 40_000 }
    }

    /// Ends the server by a signal, earlier than the end of each wait.
    private func expectEnd(by signal: Int32) {
        let begun = ContinuousClock.now
        server.child.signal(signal)
        #expect(server.child.wait() == 0)
        #expect(ContinuousClock.now - begun < .seconds(8))
    }

    @Test(arguments: ["tools/list", "tools/call"])
    func `an error in place of the routes is the reply, with the daemon's message`(method: String) throws {
        try server.send(2, method, ["name": "n_say"])
        try daemon.accept()
        try daemon.reply(
            to: try daemon.next(), "error", ["code": -32000, "message": "too busy", "data": ["code": 429]])
        let reply = try server.next()
        if method == "tools/list" {
            #expect(reply["error"] == ["code": -32603, "message": "too busy"])
        } else {
            #expect(reply["result"]?["content"]?.elements?.first?["text"] == "error 429: too busy")
        }
    }

    @Test(
        arguments: [
            ([], "cancelled: the request was cancelled by the user or by its command"),
            ([("reason", "not allowed")], "cancelled: the user did not allow this; do not repeat it"),
        ] as [([(String, QueryValue?)], QueryValue)])
    func `an agent can tell a no of the user from a cancel`(reason: [(String, QueryValue?)], text: QueryValue) throws {
        let run = try begin(call: 2)
        try daemon.reply(
            to: run, "result", .record([("id", "01A"), ("url", "n:///say"), ("outcome", "cancel")] + reason))
        #expect(try server.next()["result"]?["content"]?.elements?.first?["text"] == text)
    }

    @Test func `a signal ends the wait for the routes`() throws {
        try server.send(#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#)
        try daemon.accept()
        _ = try daemon.next()
        expectEnd(by: SIGTERM)
    }

    @Test func `a signal ends the sending of a line that the daemon does not read`() throws {
        _ = try begin(call: 2)
        try fillSocket()
        expectEnd(by: SIGTERM)
    }

    @Test func `a signal while a line is sent cancels what runs`() throws {
        let first = try begin(call: 2)
        try fillSocket()
        server.child.signal(SIGTERM)
        let second = try daemon.next()
        let cancels = try [daemon.next(), daemon.next()]
        #expect(cancels.allSatisfy { $0["method"] == "cancel" })
        let runs = [first, second].compactMap { $0["params"]?["id"] }
        #expect(Set(cancels.compactMap { $0["params"]?["id"] }) == Set(runs))
        #expect(server.child.wait() == 0)
    }

    @Test func `a line that the daemon does not read in time ends the connection`() throws {
        _ = try begin(call: 2)
        try call(3, String(repeating: "x", count: 250_000))
        let codes = try (0..<2).map { _ in
            let reply = try server.next()
            return [reply["id"], reply["result"]?["_meta"]?["xcallbackd/code"]]
        }
        #expect(codes == [[2, 502], [3, 503]])
    }

    @Test(arguments: [false, true])
    func `a connection that is lost while a cancel is sent ends the other calls`(connectsAgain: Bool) throws {
        _ = try begin(call: 2)
        try call(3)
        _ = try daemon.next()
        daemon.stopReading()
        let cancel = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}"#
        try server.send(cancel + (connectsAgain ? "\n" + #"{"jsonrpc":"2.0","id":4,"method":"tools/list"}"# : ""))
        let reply = try server.next()
        #expect(reply["id"] == 2 && reply["result"]?["_meta"]?["xcallbackd/code"] == 502)
    }

    @Test(arguments: [false, true])
    func `a connection that is lost while the server asks for a table ends the other calls`(hasRoutes: Bool) throws {
        _ = try begin(call: 2)
        try server.send(#"{"jsonrpc":"2.0","id":3,"method":"tools/list"}"#)
        let routes = try daemon.next()
        daemon.stopReading()
        // The server waits for the next table already, asks again only after that table, and closes when it cannot.
        try daemon.reply(to: [["id": 2]] + (hasRoutes ? [routes] : []), "result", Self.routes(2))
        let replies = try (0..<2).map { _ in try server.next() }
        #expect(Set(replies.compactMap { $0["id"]?.whole(Int.self) }) == [2, 3])
        let list = try #require(replies.first { $0["id"] == 3 })
        #expect((list["result"]?["tools"] != nil) == hasRoutes)
    }
}
