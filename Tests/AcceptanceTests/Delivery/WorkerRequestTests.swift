import DispatcherMessages
import QueryCoding
import Testing

/// The requests that a worker is asked, and its answers.
@Suite(.timeLimit(.minutes(1)))
struct WorkerRequestTests {
    static let outcomes: [(answer: QueryValue, outcome: QueryValue, output: QueryValue?, error: QueryValue?)] = [
        (["outcome": "success", "output": ["b": [1, "x"], "a": true]], "success", ["b": [1, "x"], "a": true], nil),
        (["outcome": "success", "output": "text"], "success", ["result": "text"], nil),
        (
            ["outcome": "error", "error": ["code": 7, "message": "no such note"]], "error", nil,
            ["code": 7, "message": "no such note"]
        ),
        (["outcome": "cancel"], "cancel", nil, nil),
    ]

    @Test(arguments: outcomes)
    func `a worker's answer is the outcome`(
        row: (answer: QueryValue, outcome: QueryValue, output: QueryValue?, error: QueryValue?)
    ) throws {
        let daemon = try RunningDaemon(Sandbox())
        let worker = try TestWorker(daemon, TestWorker.route())
        let client = try daemon.send(["w:///do"])[0]
        try worker.answer(try worker.asked(), row.answer)
        let reply = try client.reply()
        #expect(reply["outcome"] == row.outcome && reply["output"] == row.output && reply["error"] == row.error)
    }

    @Test func `a worker's JSON-RPC error is an error outcome`() throws {
        let daemon = try RunningDaemon(Sandbox())
        let worker = try TestWorker(daemon, TestWorker.route())
        let client = try daemon.send(["w:///do"])[0]
        let failure: QueryValue = ["code": -32603, "message": "Internal error"]
        let asked = try worker.asked()
        try worker.connection.send(QueryValue.record([("jsonrpc", "2.0"), ("id", asked.id), ("error", failure)]).json)
        #expect(try client.reply()["error"] == ["code": 500, "message": "the worker failed: Internal error"])
    }

    @Test func `a worker runs requests at once and answers in any order`() throws {
        let daemon = try RunningDaemon(Sandbox())
        let worker = try TestWorker(daemon, TestWorker.route())
        let clients = try daemon.send((0..<20).map { "w:///do?n=\($0)" })
        let asked = try clients.map { _ in try worker.asked() }
        for one in asked.reversed() { try worker.succeed(one, try #require(one.input?["n"])) }
        for (number, client) in clients.enumerated() {
            #expect(try client.reply()["output"]?["result"] == .integer(number))
        }
    }

    @Test func `a worker can call its own route while it works, with lines and with JSON-RPC`() throws {
        let daemon = try RunningDaemon(Sandbox())
        let worker = try TestWorker(daemon, TestWorker.route())
        let client = try daemon.send(["w:///do?n=0"])[0]
        let outer = try worker.asked()
        // More lines than may wait on another connection, and the worker's answers come after them.
        for number in 1...100 { try worker.connection.send("w:///do?n=\(number)") }
        for number in 1...100 {
            let inner = try worker.asked()
            #expect(inner.input?["n"] == .integer(number))
            try worker.succeed(inner, .integer(number))
            #expect(try worker.connection.reply()["output"]?["result"] == .integer(number))
        }
        try worker.connection.send(
            RPCRequest(id: "mine", method: "dispatch", parameters: ["url": "w:///do?n=101"]).json)
        try worker.succeed(try worker.asked(), "inner")
        let reply = try worker.connection.reply()
        #expect(reply["id"] == "mine" && reply["result"]?["output"]?["result"] == "inner")
        try worker.succeed(outer, "outer")
        #expect(try client.reply()["output"]?["result"] == "outer")
    }

    @Test func `large requests and large answers do not block each other`() throws {
        let daemon = try RunningDaemon(Sandbox())
        let worker = try TestWorker(
            daemon, .record([("name", "w.big"), ("path", "/big"), ("input", ["text": "string"])]))
        let text = String(repeating: "x", count: 200_000)
        let clients = try daemon.send(Array(repeating: "w:///big?text=\(text)", count: 8))
        // It reads one question at a time and answers it in full, while the next ones fill the way back.
        for _ in clients { try worker.succeed(try worker.asked(), .string(text + text)) }
        for client in clients { #expect(try client.reply()["output"]?["result"]?.string?.utf8.count == 400_000) }
    }

    @Test func `a worker's output past the limit is 413`() throws {
        let sandbox = try Sandbox()
        try sandbox.settings("limits: {output: 10KiB}\n")
        let daemon = try RunningDaemon(sandbox)
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
            let client = try daemon.send(["w:///do?n=\(number)"])[0]
            let asked = try idle.asked()
            #expect(asked.input?["n"] == .integer(number))
            try idle.succeed(asked)
            #expect(try client.reply()["outcome"] == "success")
        }
        try busy.succeed(held)
        #expect(try clients[0].reply()["outcome"] == "success")
        // Both idle: the one that was asked less.
        let last = try daemon.send(["w:///do?n=6"])[0]
        try busy.succeed(try busy.asked())
        #expect(try last.reply()["outcome"] == "success")
    }

    @Test func `a worker that passes the depth on cannot call itself for ever`() throws {
        let daemon = try RunningDaemon(Sandbox())
        let worker = try TestWorker(daemon, TestWorker.route())
        let client = try daemon.send(["w:///do"])[0]
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
            try worker.connection.send(RPCRequest(id: "again", method: "dispatch", parameters: again).json)
        }
        #expect((2...10).contains(held.count))
        for asked in held { try worker.succeed(asked) }
        #expect(try client.reply()["outcome"] == "success")
    }
}
