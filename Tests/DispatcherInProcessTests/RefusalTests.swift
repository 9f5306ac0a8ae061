import DispatcherScenarios
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// A flood of refused requests: the journal gets ten a second of each socket, and short ones.
@Suite(.timeLimit(.minutes(5)))
struct RefusalTests {
    private static let fixture = Fixture(
        """
        schemes: [t]
        desktop: allow
        callbacks: {allow: [app]}
        routes:
          - {name: number, path: "/number/{n:int}", open: "app:number/$n", rate: {per-second: 1000, burst: 1000}}
          - {name: closed, path: /closed, open: "app:closed", desktop: never}
          - {name: kept, path: /kept, input: {pin: {type: line?, secret: true}, times: int?}, run: ["true"]}
          - {name: code, path: "/code/{pin:int}", input: {pin: {type: line, secret: true}}, run: ["true"]}
          - {name: slow, path: /slow, open: "app:slow", rate: {per-second: 1, burst: 1}}
        """, settings: "callbacks: {hosts: [ok.example], allow: [app]}\n")

    private func unrecorded(_ dispatcher: TestDispatcher) async throws -> QueryValue? {
        try await dispatcher.result(of: "status")?["requests"]?["unrecorded"]
    }

    @Test(
        arguments: [
            ("t.kept", ["m": "1"], "t:///kept?m=1", 400, "t.kept"),
            ("t.kept", ["pin": "a b", "times": "x"], "t:///kept?pin=%3Credacted%3E&times=x", 400, "t.kept"),
            ("t.number", ["n": "x"], "t.number?n=x", 400, nil),  // no URL of the route has this input
            ("t.code", ["pin": "hunter2"], "t.code?pin=%3Credacted%3E", 400, nil),
            // The file that declares its secrets may be refused.
            ("t.nope", ["pin": "hunter2"], "t.nope", 404, nil),
            // No route, and no callback.
            ("t:///kept?x-error=app:e", ["x-error": "app:e"], "t%3A%2F%2F%2Fkept%3Fx-error%3Dapp%3Ae", 404, nil),
        ] as [(String, QueryValue, String, Int, String?)])
    func `a refused run is recorded as a refused URL is`(
        route: String, input: QueryValue, url: String, code: Int, name: String?
    ) async throws {
        let dispatcher = try await TestDispatcher(Self.fixture)
        for _ in 0..<150 {
            let answer = try await dispatcher.answer("run", ["route": .string(route), "input": input], door: .control)
            #expect(answer["error"]?["code"] == -32602 && answer["error"]?["data"]?["code"] == .integer(code))
            // A script gets the outcome that it would get for a URL.
            let outcome = answer["error"]?["data"]?["outcome"]
            #expect(outcome?["outcome"] == "error" && outcome?["id"] != nil && outcome?["route"]?.string == name)
            #expect(outcome?["error"]?["code"] == .integer(code), "\(answer)")
        }
        let requests = try await dispatcher.history()
        #expect(requests.count == 100, "a flood is not recorded")
        #expect(requests.allSatisfy { $0["url"]?.string == url && $0["route"]?.string == name }, "\(requests[0])")
        #expect(requests.allSatisfy { $0["error"]?["code"] == .integer(code) && $0["door"] == "control" })
        #expect(requests.allSatisfy { $0["callback"] == nil && !$0.json.contains("hunter2") }, "\(requests[0])")
    }

    private static let long = String(repeating: "a", count: 4000)

    @Test(arguments: [
        "", "no URL", "nope:///x", "t:///nope?\(long)", "t:///number/x?\(long)", "t:///closed?\(long)",
        "t:///number/1?x-success=javascript:\(long)", "nope:///%1B%5B\(long)", "é\(long)",
    ])
    func `of a hundred and fifty refused lines a hundred are recorded, each in 2 KiB`(url: String) async throws {
        let dispatcher = try await TestDispatcher(Self.fixture)
        for _ in 0..<150 { #expect(try await dispatcher.reply(to: url, door: .desktop)["outcome"] == "error") }
        let requests = try await dispatcher.history()
        #expect(requests.count == 100)
        #expect(requests.allSatisfy { $0.json.utf8.count <= 2048 + 256 }, "2 KiB and the names of its members")
        #expect(requests.allSatisfy { ($0["url"]?.string?.utf8.count ?? 0) <= 1024 })
        #expect(try await unrecorded(dispatcher) == 50)
        #expect(try await dispatcher.reply(to: "t:///number/7", door: .desktop)["outcome"] == "success")
        #expect(try await dispatcher.history().count == 101, "what runs is recorded all the same")
        dispatcher.clock.pass(.seconds(1))
        for _ in 0..<20 { _ = try await dispatcher.reply(to: url, door: .desktop) }
        #expect(try await dispatcher.history().count == 111)
        #expect(try await dispatcher.reply(to: "nope:///", door: .control)["outcome"] == "error")
        #expect(try await dispatcher.history().count == 112, "each socket has a rate of its own")
    }

    @Test(arguments: ["nope:///x?\(long)", "t:///closed?\(long)", "t:///number/x?\(long)", "t:///slow?\(long)"])
    func `a flood that waits for nothing is not recorded either`(url: String) async throws {
        let dispatcher = try await TestDispatcher(Self.fixture)
        for _ in 0..<150 {
            let answer = try await dispatcher.answer("dispatch", ["url": .string(url), "wait": false], door: .desktop)
            #expect(answer["result"]?["state"] == "accepted")
        }
        let refused = try await dispatcher.history().filter { $0["outcome"] == "error" }
        #expect(refused.count == 100)
        #expect(refused.allSatisfy { $0.json.utf8.count <= 2048 + 256 })
    }

    @Test
    func `past the rate no callback of the desktop socket is opened, and each of the control socket is`() async throws {
        let dispatcher = try await TestDispatcher(Self.fixture)
        for door in Door.allCases {
            for number in 0..<150 {
                _ = try await dispatcher.reply(
                    to: "t:///nope?x-error=https%3A%2F%2Fok.example%2F\(door.rawValue)\(number)", door: door)
            }
        }
        let opened = dispatcher.apps.opened
        #expect(opened.count { $0.hasPrefix("https://ok.example/desktop") } == 100)
        #expect(opened.count { $0.hasPrefix("https://ok.example/control") } == 150)
        let states = try await dispatcher.history().map { $0["callback"]?["state"] }
        #expect(states.count == 250 && states.allSatisfy { $0 == "opened" })
        let reply = try await dispatcher.reply(to: "t:///nope?x-error=https%3A%2F%2Fok.example%2F", door: .desktop)
        #expect(reply["callback"]?["reason"] == "the callback may not be opened")
    }
}
