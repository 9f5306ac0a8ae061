import DispatcherConfiguration
import DispatcherMessages
import DispatcherScenarios
import QueryCoding
import RequestRecord
import TestSupport
import Testing

@testable import DispatcherService

/// What an agent may do: run the routes that it is offered, with the question where it is due, and nothing else.
struct AgentSocketTests {
    private static let routes = """
        schemes: [t]
        agent: allow
        routes:
          - name: free
            path: /free
            description: Finds a line.
            effect: reads
            input: {a: {type: line, description: What to find}, u: url?}
            run: [touch, free]
          - {name: ask, path: /ask, agent: ask, input: {a: line?}, run: [touch, ran]}
          - {name: never, path: /never, agent: never, run: [touch, ran]}
          - {name: pin, path: /pin, input: {p: {type: line, secret: true}}, run: [touch, ran]}
          - {name: token, path: /token, token: {file: token, required: true}, run: [touch, ran]}
          - {name: any, path: /any, fallback: true, run: [touch, ran]}
          - {name: away, path: /away, redirect: "t:///never"}
          - {name: asks-first, path: /asks-first, agent: ask, redirect: "t:///free?a=b"}
          - {name: page, path: "/page/{p}", run: [touch, ran]}
          - {name: secret, path: /page/secret, agent: never, run: [touch, ran]}
          - {name: fails, path: /fails, run: [sh, -c, "echo broken >&2; exit 7"]}
        """

    private func start(answer: Int = 0) async throws -> TestDispatcher {
        try await TestDispatcher(
            Fixture(
                routes: ["t": Self.routes, "closed": "schemes: [c]\nroutes: [{name: r, path: /r, run: [touch, ran]}]"],
                settings: "prompt: [sh, answer, \"\(answer)\"]\ncallbacks: {allow: [app]}\n", files: ["token": "good"]))
    }

    private func run(
        _ route: String, _ input: QueryValue = .object([]), on dispatcher: TestDispatcher
    ) async throws -> QueryValue {
        try await dispatcher.answer(
            "run", ["route": .string(route), "input": input, "client": ["name": "mailer", "version": "1"]],
            door: .agent)
    }

    @Test func `is offered the routes that allow it, without secrets, tokens and fallbacks`()
        async throws
    {
        let dispatcher = try await start()
        let routes = try await dispatcher.result(of: "routes", door: .agent)?["routes"]
        let names = routes?.elements?.compactMap { $0["name"]?.string }
        #expect(names == ["t.free", "t.ask", "t.away", "t.asks-first", "t.page", "t.fails"])
        let free = routes?.elements?.first
        #expect(free?["description"] == "Finds a line." && free?["effect"] == "reads" && free?["agent"] == "allow")
        #expect(free?["input"]?.elements?.first?["description"] == "What to find")
        #expect(free?["input"]?.elements?.last?["schemes"] == ["http", "https"])
        for member in ["source", "examples", "desktop", "because"] { #expect(free?[member] == nil, "\(member)") }
        let all = try await dispatcher.result(of: "routes")?["routes"]
        #expect(all?.elements?.first { $0["name"] == "t.token" }?["token"] == true)
        #expect(all?.elements?.first { $0["name"] == "t.any" }?["fallback"] == true)
    }

    @Test func `runs a route that allows it unasked`() async throws {
        let dispatcher = try await start(answer: 1)
        let reply = try await run("t.free", ["a": "x"], on: dispatcher)["result"]
        #expect(reply?["outcome"] == "success")
        #expect(dispatcher.commands.questions.isEmpty)
        let history = try await dispatcher.result(of: "history")?["requests"]
        #expect(history?.elements?.first?["door"] == "agent" && history?.elements?.first?["client"] == "mailer")
    }

    @Test(arguments: [(0, "success"), (10, "success"), (1, "cancel")] as [(Int, String)])
    func `asks each time, and says first that an agent asks`(status: Int, outcome: String) async throws {
        let dispatcher = try await start(answer: status)
        for _ in 0..<2 {
            let reply = try await run("t.ask", ["a": "b"], on: dispatcher)["result"]
            #expect(reply?["outcome"] == .string(outcome))
        }
        #expect(dispatcher.commands.questions.count == 2)
        for question in dispatcher.commands.questions {
            #expect(question.hasPrefix("An agent asks (it says: \"mailer\""))
            #expect(
                question.hasSuffix("\nt.ask\nruns: touch ran\na: b\nyou are asked each time, because an agent asks"))
        }
        #expect(try await dispatcher.result(of: "grants")?["grants"] == [])
        #expect(dispatcher.hasTouched("ran") == (outcome == "success"))
    }

    @Test(arguments: ["t.never", "c.r", "t.pin", "t.token", "t.any", "xcallback.ping", "t.fre", "nothing"])
    func `learns nothing of a route that it is not offered`(route: String) async throws {
        let dispatcher = try await start()
        let error = try await run(route, on: dispatcher)["error"]
        #expect(error?["data"]?["code"] == 404)
        #expect(error?["message"]?.string == "no route '\(route)' is offered")
        #expect(!dispatcher.hasTouched("ran"))
    }

    @Test func `a redirect leads to no route that is not offered, and does not name it`() async throws {
        let dispatcher = try await start()
        let reply = try await run("t.away", on: dispatcher)["result"]
        let error = reply?["error"]
        #expect(reply?["route"] == nil)
        #expect(error == ["code": 403, "message": "the request leads to a route that is not offered to agents"])
        #expect(!dispatcher.hasTouched("ran"))
    }

    @Test func `learns no name of a route to which its values lead`() async throws {
        let dispatcher = try await start()
        let error = try await run("t.page", ["p": "secret"], on: dispatcher)["error"]
        #expect(error?["message"] == "a value of the input makes the path of another route")
        #expect(error?["data"]?["code"] == 400)
    }

    @Test(arguments: [(0, "success"), (1, "cancel")] as [(Int, String)])
    func `is asked about before a redirect`(status: Int, outcome: String) async throws {
        let dispatcher = try await start(answer: status)
        #expect(try await run("t.asks-first", on: dispatcher)["result"]?["outcome"] == .string(outcome))
        #expect(dispatcher.commands.questions.count == 1)
        #expect(dispatcher.hasTouched("free") == (status == 0))
    }

    @Test func `is offered no route of a file that is switched off`() async throws {
        let dispatcher = try await start()
        let switched = try await dispatcher.answer("feature", ["name": "t", "enabled": false], door: .control)
        try #require(switched["error"] == nil)
        let reply = try await dispatcher.result(of: "routes", ["follow": 1], door: .agent)
        #expect(reply?["routes"] == [] && reply?["cursor"] == 2)
    }

    @Test func `learns what its own command says, and what is wrong with its values`() async throws {
        let dispatcher = try await start()
        #expect(try await run("t.fails", on: dispatcher)["result"]?["error"] == ["code": 7, "message": "broken"])
        let wrong = try await run("t.free", ["a": "x", "u": "mailto:x"], on: dispatcher)
        let error = wrong["error"] ?? wrong["result"]?["error"]
        #expect(error?["message"]?.string?.contains("u") == true)
        // It cannot name a callback.
        let callback = try await run("t.free", ["a": "x", "x-success": "app://done"], on: dispatcher)
        #expect(callback["error"] != nil)
        #expect(dispatcher.apps.opened.isEmpty)
    }

    @Test func `learns no folder of a path that is refused`() async throws {
        let dispatcher = try await TestDispatcher(
            """
            schemes: [t]
            agent: allow
            routes: [{name: file, path: /file, input: {p: {type: path, under: /usr}}, run: [touch, ran]}]
            """)
        let error = try await run("t.file", ["p": "../etc"], on: dispatcher)["error"]
        #expect(error?["data"]?["code"] == 400)
        #expect(error?["message"]?.string?.contains("/usr") == false, "\(error?.json ?? "")")
    }

    @Test(arguments: ["dispatch", "call", "explain", "history", "status", "serve", "reload", "pause", "grants", "link"])
    func `has no other method`(method: String) async throws {
        let answer = try await start().answer(method, ["url": "t:///free?a=1"], door: .agent)
        #expect(answer["error"]?["code"] == -32601)
        #expect(answer["error"]?["message"]?.string == "'\(method)' is not available on the agent socket")
    }

    @Test func `takes no URL`() async throws {
        let reply = try await start().reply(to: "t:///free?a=1", door: .agent)
        #expect(reply["error"]?["code"] == 403)
    }

    @Test func `cancels its own requests alone`() async throws {
        let dispatcher = try await start()
        let error = try await dispatcher.answer("cancel", ["id": "01JD"], door: .agent)["error"]
        #expect(error?["data"]?["code"] == 404)
    }

    @Test(.timeLimit(.minutes(1)))
    func `follows the routes that it is offered`() async throws {
        let dispatcher = try await start()
        let first = try await dispatcher.result(of: "routes", door: .agent)?["cursor"]
        async let next = dispatcher.answer("routes", ["follow": try #require(first)], door: .agent)
        #expect(dispatcher.dispatcher.tables.load(Configuration.load(nil)))
        let reply = try await next["result"]
        #expect(reply?["routes"] == [] && reply?["cursor"] == 2 && first == 1)
        // A position of an earlier table is answered at once.
        #expect(try await dispatcher.result(of: "routes", ["follow": 1], door: .agent)?["cursor"] == 2)
    }

    @Test func `is paused by itself`() async throws {
        let dispatcher = try await start()
        _ = try await dispatcher.answer("pause", ["door": "agent"], door: .control)
        for input: QueryValue in [["a": "x"], ["unknown": "x"]] {
            let error = try await run("t.free", input, on: dispatcher)["error"]
            #expect(error?["data"]?["code"] == 503)
            #expect(error?["message"] == "the agent socket is paused; 'xcallback resume agent' ends the pause")
        }
        #expect(try await dispatcher.reply(to: "t:///free?a=x", door: .control)["outcome"] == "success")
        _ = try await dispatcher.answer("resume", ["door": "agent"], door: .control)
        #expect(try await run("t.free", ["a": "x"], on: dispatcher)["result"]?["outcome"] == "success")
        let refused = try await dispatcher.answer("pause", ["door": "control"], door: .control)["error"]
        #expect(refused?["code"] == -32602)
    }
}
