import DispatcherMessages
import QueryCoding
import Testing

/// A worker that sends nonsense gets a reply, harms no other connection, and loses its own after ten times.
@Suite(.timeLimit(.minutes(1)))
struct WorkerRubbishTests {
    private static let route: QueryValue = ["name": "w.do", "path": "/do"]

    /// Answers to the one call, with `ID` for its id; the code that the call ends with, and its message.
    static let answers: [(String, Int, String)] = [
        (#"{"jsonrpc":"2.0","id":ID,"result":5}"#, 500, "it must be an object"),
        (#"{"jsonrpc":"2.0","id":ID,"result":{"outcome":"success"},}"#, 500, "not JSON"),
        (#"{"id":ID,"result":{"outcome":"success"}}"#, 500, "'jsonrpc' must be"),
        (
            #"{"jsonrpc":"2.0","id":ID,"result":{"outcome":"success","output":"#
                + String(repeating: "[", count: 20) + String(repeating: "]", count: 20) + "}}", 500, "more than 16 deep"
        ),
        (#"{"jsonrpc":"2.0","id":ID,"result":"# + String(repeating: "x", count: 10_000_000), 413, "longer than"),
    ]

    @Test(arguments: answers)
    func `an answer that isn't an outcome ends its request, and is reported`(
        answer: String, code: Int, message: String
    ) throws {
        let daemon = try RunningDaemon(Sandbox())
        let worker = try TestWorker(daemon, Self.route)
        let clients = try daemon.send(["w:///do", "w:///do"])
        let asked = try worker.asked()
        let other = try worker.asked()
        try worker.connection.send(answer.replacing("ID", with: asked.id.json))
        let told = try worker.connection.reply()
        #expect(told["method"] == "rejected" || told["error"] != nil, "\(told.json)")
        try worker.succeed(other, "fine")
        let replies = try clients.map { try $0.reply() }
        let failed = try #require(replies.first { $0["id"] == asked.id })
        #expect(failed["error"]?["code"] == .integer(code))
        #expect(failed["error"]?["message"]?.string?.contains(message) == true, "\(failed.json)")
        #expect(replies.first { $0["id"] == other.id }?["output"]?["result"] == "fine")
        try daemon.waitForLog("malformed message from a worker")
    }

    @Test func `only the first answer counts, whichever connection sends the others`() throws {
        let daemon = try RunningDaemon(Sandbox())
        let worker = try TestWorker(daemon, Self.route)
        let thief = try TestWorker(daemon, ["name": "t.do", "path": "/do"])
        let client = try daemon.send(["w:///do"])[0]
        let asked = try worker.asked()
        try thief.succeed(asked, "stolen")
        let told = try thief.connection.reply()
        #expect(told["method"] == "rejected" && told["params"]?["id"] == asked.id)
        // The two go out as one, so that the second is there before anybody could have acted on the first.
        let first = RPCReply(id: asked.id, result: ["outcome": "success", "output": "first"]).json
        let second = RPCReply(id: asked.id, result: ["outcome": "success", "output": "second"]).json
        try worker.connection.send(first + "\n" + second)
        #expect(try worker.connection.reply()["method"] == "rejected")
        #expect(try client.reply()["output"]?["result"] == "first")
        client.finish()
        #expect(try client.next() == nil)
    }

    @Test func `the daemon closes the connection after ten malformed messages`() throws {
        let daemon = try RunningDaemon(Sandbox())
        let worker = try TestWorker(daemon, Self.route)
        let client = try daemon.send(["w:///do"])[0]
        _ = try worker.asked()
        let rubbish: [QueryValue] = [1, "x", .null]
        for number in 0..<10 {
            try worker.connection.send(RPCReply(id: rubbish[number % 3], result: ["outcome": "success"]).json)
            #expect(try worker.connection.reply()["method"] == "rejected")
        }
        #expect(try worker.connection.next() == nil)
        #expect(try client.reply()["error"]?["code"] == 502)
        try daemon.waitForWorkerRoutes([])
    }

    @Test func `a connection that serves nothing can send an unexpected answer`() throws {
        let daemon = try RunningDaemon(Sandbox())
        let connection = Connection(try daemon.connect())
        // One whose routes were refused does not serve either.
        #expect(try connection.call("serve", ["routes": [["name": "xcallback.a", "path": "/a"]]])["error"] != nil)
        let tie: QueryValue = ["name": "held.too", "path": "/do", "schemes": ["w"]]
        let worker = try TestWorker(daemon, Self.route)
        #expect(try connection.call("serve", ["routes": [tie]])["error"]?["data"]?["code"] == 409)
        for _ in 0..<20 { try connection.send(RPCReply(id: "x", result: ["outcome": "success"]).json) }
        #expect(try connection.call("status")["result"] != nil)
        try daemon.waitForLog("an answer that no request waits for")
        #expect(try worker.connection.call("status")["result"] != nil)
    }
}
