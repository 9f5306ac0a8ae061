import DispatcherScenarios
import QueryCoding
import RequestRecord
import Testing

/// Routes of files that give their requests to a worker: `worker: count.words`.
@Suite(.timeLimit(.minutes(1)))
struct NamedWorkerTests {
    private static let routes = """
        schemes: [t]
        routes:
          - {name: ask, path: "/ask/{n:int}", input: {text: string?}, worker: count.words, timeout: 1s}
          - {name: free, path: /free, desktop: allow, worker: count.words}
        """

    private let prompt: ScriptedPrompt
    private let daemon: RunningDaemon

    init() throws {
        let sandbox = try Sandbox()
        prompt = try ScriptedPrompt(sandbox, "exit 0")
        daemon = try RunningDaemon.start(Fixture(Self.routes, settings: prompt.setting), in: sandbox)
    }

    /// A worker that serves the name, without a path.
    private func worker() throws -> TestWorker { try TestWorker(daemon, ["name": "count.words"]) }

    @Test func `a worker without a path gets the requests of the routes that name it`() throws {
        let worker = try worker()
        let client = try daemon.begin("t:///ask/3?text=to%20be&x-source=app")
        let asked = try worker.asked()
        #expect(asked.parameters["route"] == "count.words")
        #expect(asked.input == ["n": 3, "text": "to be"])
        #expect(asked.context?["url"] == "t:///ask/3?text=to%20be&x-source=app")
        try worker.succeed(asked, ["words": 2])
        let reply = try client.reply()
        #expect(reply["route"] == "t.ask" && reply["output"] == ["words": 2], "\(reply.json)")
        #expect(try daemon.reply(to: "t:///ask/no")["error"]?["code"] == 404)
        // The name alone adds no route, and no scheme.
        #expect(try daemon.workerRoutes() == [])
        #expect(try daemon.reply(to: "count:///words")["error"]?["code"] == 404)
    }

    @Test func `a click reaches a worker as the file allows it`() throws {
        let worker = try worker()
        let desktop = Connection(try daemon.connect(.desktop))
        for (url, questions) in [("t:///free", 0), ("t:///ask/1?text=a", 1)] {
            try desktop.send(url)
            let asked = try worker.asked()
            #expect(asked.context?["door"] == "desktop")
            try worker.succeed(asked)
            #expect(try desktop.reply()["outcome"] == "success")
            #expect(try prompt.questions.count == questions)
        }
        let values = "asks the worker: count.words\nn: 1\ntext: a\n"
        let reason = "you are asked each time, because the worker gets the whole URL"
        #expect(try prompt.questions == ["t.ask\n\(values)\(reason)"])
    }

    @Test func `without a worker the error is 502, and nobody is asked`() throws {
        let away: QueryValue = "no worker serves 'count.words'; 'xcallback help serve' says how one does"
        for door in [Door.control, .desktop] {
            let reply = try daemon.reply(to: "t:///ask/1", door: door)
            // A page does not learn which workers there are.
            let message = door == .control ? away : "the action failed"
            #expect(reply["error"]?["code"] == 502 && reply["error"]?["message"] == message, "\(reply.json)")
        }
        let explained = try daemon.xcallback(["explain", "t:///ask/1"]).output
        #expect(explained.contains("because     error 502: no worker serves 'count.words'"), "\(explained)")
        #expect(try prompt.questions == [])
        // A worker that comes later, or comes back, gets the next request.
        for _ in 1...2 {
            let worker = try worker()
            let client = try daemon.begin("t:///ask/1")
            try worker.succeed(worker.asked(), "x")
            #expect(try client.reply()["output"]?["result"] == "x")
            #expect(try daemon.xcallback(["explain", "t:///ask/1"]).output.contains("worker      count.words"))
        }
    }

    @Test func `the timeout of the file's route holds for the worker`() throws {
        let worker = try worker()
        let client = try daemon.begin("t:///ask/1")
        _ = try worker.asked()
        #expect(try client.reply()["error"]?["code"] == 408)
        #expect(try worker.connection.reply()["method"] == "cancel")
    }

    @Test func `the worker's concurrency holds for all routes that name it`() throws {
        let worker = try TestWorker(daemon, ["name": "count.words", "concurrency": 1])
        let clients = try daemon.send(["t:///free", "t:///ask/1"])
        let first = try worker.asked()
        try wait(for: "the other request") { try daemon.call("status")["requests"]?["waiting"] == 1 }
        try worker.succeed(first)
        try worker.succeed(worker.asked())
        for client in clients { #expect(try client.reply()["outcome"] == "success") }
    }

    @Test func `serve without a path serves a route of a file`() throws {
        let serving = try Child(
            "\(Products.folder)/xcallback",
            ["serve", "count.words", "--", "sh", "-c", "while read -r line; do echo 7; done"],
            daemon.sandbox.environment)
        try wait(for: "the worker") { try daemon.reply(to: "t:///free")["output"]?["result"] == 7 }
        #expect(try daemon.xcallback(["status"]).output.contains("count.words"))
        _ = serving
    }

    @Test(
        arguments: [
            (["schemes": ["w"]], "'schemes' and 'input' need 'path'"),
            (["input": ["a": "line"]], "'schemes' and 'input' need"),
            (["path": []], "'path' needs at least one pattern"),
            (["path": "/x", "schemes": ["t"]], "without 'path' it serves the routes of files that name it"),
        ] as [(QueryValue, String)])
    func `serve refuses what only a file can say, and names the way out`(others: QueryValue, message: String) throws {
        let route = QueryValue.object([QueryValue.Member("name", "count.words")] + (others.members ?? []))
        let reply = try daemon.answer("serve", ["routes": [route]])
        #expect(reply["error"]?["message"]?.string?.contains(message) == true, "\(reply.json)")
    }
}
