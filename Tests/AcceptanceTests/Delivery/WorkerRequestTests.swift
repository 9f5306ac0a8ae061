import DispatcherMessages
import QueryCoding
import Testing

/// The requests that a worker is asked, and its answers. A worker that sends nonsense gets a reply, harms no other connection,
/// and loses its own after ten times.
@Suite(.timeLimit(.minutes(1)))
struct WorkerRequestTests {
    private let daemon: RunningDaemon
    private let worker: TestWorker

    init() throws {
        daemon = try RunningDaemon(Sandbox())
        worker = try TestWorker(daemon, TestWorker.route())
    }

    @Test(
        arguments: [
            (["outcome": "success", "output": ["b": [1, "x"], "a": true]], nil),
            (["outcome": "success", "output": "text"], ["outcome": "success", "output": ["result": "text"]]),
            (["outcome": "error", "error": ["code": 7, "message": "no such note"]], nil),
            (["outcome": "cancel"], nil),
        ] as [(QueryValue, QueryValue?)])
    func `a worker's answer is the outcome`(answer: QueryValue, other: QueryValue?) throws {
        let client = try daemon.begin("w:///do")
        try worker.answer(try worker.asked(), answer)
        let (reply, outcome) = (try client.reply(), other ?? answer)
        for name in ["outcome", "output", "error"] { #expect(reply[name] == outcome[name], "\(name)") }
    }

    @Test func `a worker's JSON-RPC error is an error outcome`() throws {
        let client = try daemon.begin("w:///do")
        let failure: QueryValue = ["code": -32603, "message": "Internal error"]
        let asked = try worker.asked()
        try worker.connection.send(QueryValue.record([("jsonrpc", "2.0"), ("id", asked.id), ("error", failure)]).json)
        #expect(try client.reply()["error"] == ["code": 500, "message": "the worker failed: Internal error"])
    }

    @Test func `a worker runs requests at once and answers in any order`() throws {
        let clients = try daemon.send((0..<20).map { "w:///do?n=\($0)" })
        let asked = try clients.map { _ in try worker.asked() }
        for one in asked.reversed() { try worker.succeed(one, try #require(one.input?["n"])) }
        for (number, client) in clients.enumerated() {
            #expect(try client.reply()["output"]?["result"] == .integer(number))
        }
    }

    @Test func `a worker can call its own route while it works, with lines and with JSON-RPC`() throws {
        let client = try daemon.begin("w:///do?n=0")
        let outer = try worker.asked()
        // More lines than may wait on another connection, and the worker's answers come after them.
        for number in 1...100 { try worker.connection.send("w:///do?n=\(number)") }
        for number in 1...100 {
            let inner = try worker.asked()
            #expect(inner.input?["n"] == .integer(number))
            try worker.succeed(inner, .integer(number))
            #expect(try worker.connection.reply()["output"]?["result"] == .integer(number))
        }
        try worker.connection.begin("dispatch", ["url": "w:///do?n=101"], id: "mine")
        try worker.succeed(try worker.asked(), "inner")
        let reply = try worker.connection.reply()
        #expect(reply["id"] == "mine" && reply["result"]?["output"]?["result"] == "inner")
        try worker.succeed(outer, "outer")
        #expect(try client.reply()["output"]?["result"] == "outer")
    }

    @Test func `large requests and large answers do not block each other`() throws {
        let worker = try TestWorker(daemon, ["name": "w.big", "path": "/big", "input": ["text": "string"]])
        let text = String(repeating: "x", count: 200_000)
        let clients = try daemon.send(Array(repeating: "w:///big?text=\(text)", count: 8))
        // It reads one question at a time and answers it in full, while the next ones fill the way back.
        for _ in clients { try worker.succeed(try worker.asked(), .string(text + text)) }
        for client in clients { #expect(try client.reply()["output"]?["result"]?.string?.utf8.count == 400_000) }
    }

    @Test func `a worker's output past the limit is 413`() throws {
        let daemon = try RunningDaemon(Sandbox(settings: "limits: {output: 10KiB}\n"))
        let worker = try TestWorker(daemon, TestWorker.route())
        let clients = try daemon.send(["w:///do?n=1", "w:///do?n=2"])
        for length in [10_000, 10_241] {
            let asked = try worker.asked()
            try worker.succeed(asked, .string(String(repeating: "x", count: length)))
            let reply = try clients[asked.input?["n"] == 1 ? 0 : 1].reply()
            #expect(reply["error"]?["code"] == (length > 10_240 ? 413 : nil))
        }
    }

    @Test func `the least loaded worker of a route gets the next request`() throws {
        let daemon = try RunningDaemon(Sandbox())
        let busy = try TestWorker(daemon, TestWorker.route("w.do", ("shared", true)))
        let idle = try TestWorker(daemon, TestWorker.route("w.do", ("shared", true)))
        let clients = try daemon.send(["w:///do?n=0"])
        let held = try busy.asked()
        for number in 1...5 {
            let client = try daemon.begin("w:///do?n=\(number)")
            let asked = try idle.asked()
            #expect(asked.input?["n"] == .integer(number))
            try idle.succeed(asked)
            #expect(try client.reply()["outcome"] == "success")
        }
        try busy.succeed(held)
        #expect(try clients[0].reply()["outcome"] == "success")
        // Both idle: the one that was asked less.
        let last = try daemon.begin("w:///do?n=6")
        try busy.succeed(try busy.asked())
        #expect(try last.reply()["outcome"] == "success")
    }

    @Test func `a worker that passes the depth on cannot call itself for ever`() throws {
        let client = try daemon.begin("w:///do")
        var held: [TestWorker.Asked] = []
        while held.count < 20 {
            let message = try worker.connection.reply()
            guard message["method"] == "perform", let parameters = message["params"] else {
                #expect(message["result"]?["error"]?["code"] == 508)
                break
            }
            let asked = TestWorker.Asked(id: try #require(message["id"]), parameters: parameters)
            held.append(asked)
            let depth = QueryValue.string(asked.context?["depth"]?.text ?? "")
            let again: QueryValue = ["url": "w:///do", "environment": ["XCALLBACK_DEPTH": depth]]
            try worker.connection.begin("dispatch", again, id: "again")
        }
        #expect((2...10).contains(held.count))
        for asked in held { try worker.succeed(asked) }
        #expect(try client.reply()["outcome"] == "success")
    }

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
        let thief = try TestWorker(daemon, ["name": "t.do", "path": "/do"])
        let client = try daemon.begin("w:///do")
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
        let client = try daemon.begin("w:///do")
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
        let connection = Connection(try daemon.connect())
        // One whose routes were refused does not serve either.
        #expect(try connection.call("serve", ["routes": [["name": "xcallback.a", "path": "/a"]]])["error"] != nil)
        let tie: QueryValue = ["name": "held.too", "path": "/do", "schemes": ["w"]]
        #expect(try connection.call("serve", ["routes": [tie]])["error"]?["data"]?["code"] == 409)
        for _ in 0..<20 { try connection.send(RPCReply(id: "x", result: ["outcome": "success"]).json) }
        #expect(try connection.call("status")["result"] != nil)
        try daemon.waitForLog("an answer that no request waits for")
        #expect(try worker.connection.call("status")["result"] != nil)
    }
}
