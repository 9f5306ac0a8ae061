import DispatcherConfiguration
import DispatcherScenarios
import RequestRecord
import Testing

@testable import DispatcherService

/// What an agent may do: run the routes that it is offered, with the question where it is due, and nothing else.
struct AgentSocketTests {
    private let dispatcher: TestDispatcher

    init() async throws { dispatcher = try await TestDispatcher(CaseSection.named("routes", in: "agents.txt").fixture) }

    private func run(
        _ route: String, _ input: QueryValue = .object([])
    ) async throws -> QueryValue {
        try await dispatcher.answer(
            "run", ["route": .string(route), "input": input, "client": ["name": "mailer", "version": "1"]],
            door: .agent)
    }

    @Test func `is offered the routes that allow it, without secrets, tokens and fallbacks`()
        async throws
    {
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

    @Test func `learns what its own command says, and what is wrong with its values`() async throws {
        #expect(try await run("t.fails")["result"]?["error"] == ["code": 7, "message": "broken"])
        let wrong = try await run("t.free", ["a": "x", "u": "mailto:x"])
        let error = wrong["error"] ?? wrong["result"]?["error"]
        #expect(error?["message"]?.string?.contains("u") == true)
        // It cannot name a callback.
        let callback = try await run("t.free", ["a": "x", "x-success": "app://done"])
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
        let parameters: QueryValue = ["route": "t.file", "input": ["p": "../etc"]]
        let error = try await dispatcher.answer("run", parameters, door: .agent)["error"]
        #expect(error?["data"]?["code"] == 400)
        #expect(error?["message"]?.string?.contains("/usr") == false, "\(error?.json ?? "")")
    }

    @Test func `may send the default of a URL, which its tool names, and no other URL of that scheme`() async throws {
        let dispatcher = try await TestDispatcher(
            """
            schemes: [t]
            agent: allow
            routes: [{name: go, path: /go, input: {u: {type: url, default: "obsidian://daily"}}, run: [touch, ran, $u]}]
            """)
        func run(_ url: String) async throws -> QueryValue {
            let parameters: QueryValue = ["route": "t.go", "input": ["u": .string(url)]]
            return try await dispatcher.answer("run", parameters, door: .agent)
        }
        #expect(try await run("obsidian://daily")["result"]?["outcome"] == "success")
        #expect(try await run("obsidian://other")["error"]?["data"] == ["code": 400], "without the outcome")
    }

    @Test(arguments: ["dispatch", "call", "explain", "history", "status", "serve", "reload", "pause", "grants", "link"])
    func `has no other method`(method: String) async throws {
        let answer = try await dispatcher.answer(method, ["url": "t:///free?a=1"], door: .agent)
        #expect(answer["error"]?["code"] == -32601)
        #expect(answer["error"]?["message"]?.string == "'\(method)' is not available on the agent socket")
    }

    @Test(.timeLimit(.minutes(1)))
    func `follows the routes that it is offered`() async throws {
        let first = try await dispatcher.result(of: "routes", door: .agent)?["cursor"]
        async let next = dispatcher.answer("routes", ["follow": try #require(first)], door: .agent)
        #expect(dispatcher.dispatcher.tables.load(Configuration.load(nil)))
        let reply = try await next["result"]
        #expect(reply?["routes"] == [] && reply?["cursor"] == 2 && first == 1)
        // A position of an earlier table is answered at once.
        #expect(try await dispatcher.result(of: "routes", ["follow": 1], door: .agent)?["cursor"] == 2)
    }
}
