import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import DispatcherScenarios
import RequestRecord
import Synchronization
import TestSupport
import Testing

@testable import DispatcherService

/// Requests that wait for nothing are answered on the event loop that read their lines. All others keep their order with
/// them, and every check and limit holds for both.
@Suite(.timeLimit(.minutes(5)))
struct ImmediateTests {
    private static let ping = "xcallback:///ping"

    private static let fixture = Fixture(
        """
        schemes: [t]
        desktop: allow
        routes:
          - {name: run, path: "/run/{n}", run: [printf, "%s", $n], output: text}
          - {name: go, path: "/go/{n}", redirect: "xcallback:///echo?n=$n"}
          - {name: on, path: "/on/{n}", redirect: "t:///run/$n"}
          - {name: ping, path: /ping, redirect: "xcallback:///ping"}
          - {name: rare, path: /rare, run: [printf, done], output: text, rate: {per-second: 1, burst: 2}}
        """)

    private let dispatcher: TestDispatcher

    init() async throws { dispatcher = try await TestDispatcher(Self.fixture) }

    private static let asked = Fixture(
        """
        schemes: [t]
        available-when: ["true"]
        rate: {per-second: 1, burst: 2}
        routes: [{name: rare, path: /rare, run: [printf, done], output: text}]
        """)

    /// Lines of which some wait and some do not, and what each of them has.
    private static let mixed: [(url: String, member: String, value: QueryValue?)] = (0..<300).map { number in
        switch number % 8 {
        case 0: ("xcallback:///echo?n=\(number)", "output", ["n": .string("\(number)")])
        case 1: ("t:///run/\(number)", "output", ["result": .string("\(number)")])
        case 2: ("none:///\(number)", "route", nil)
        case 3: ("t:///go/\(number)", "output", ["n": .string("\(number)")])
        case 4: ("t:///run/\(number)?x-success=javascript:x", "route", "t.run")
        case 5: ("t:///on/\(number)", "output", ["result": .string("\(number)")])
        case 6: ("bad %zz \(number)", "route", nil)
        default: ("xcallback:///ping?\(number)&x-success=t%3A%2F%2F%2Fping", "outcome", "success")
        }
    }

    @Test
    func `the replies to three hundred lines of all kinds in one write keep the order of the lines`() async throws {
        let replies = try await dispatcher.replies(to: Self.mixed.map(\.url))
        #expect(replies.compactMap { $0["url"]?.string } == Self.mixed.map(\.url))
        for (reply, line) in zip(replies, Self.mixed) { #expect(reply[line.member] == line.value, "\(line.url)") }
    }

    @Test func `the replies to the lines of one read leave in one write`() async throws {
        let connection = try await dispatcher.connect()
        let lines = [Self.ping, "none:///", "t:///go/1", ""]
        try await connection.send(lines.joined(separator: "\n"))
        #expect(try await connection.write()?.compactMap { $0["url"]?.string } == lines)
        #expect(try await connection.write() == nil)
    }

    @Test func `after 64 lines, or 32 KiB, the loop serves others first`() async throws {
        let long = "xcallback:///echo?a=" + String(repeating: "a", count: 3000)
        for (line, count) in [(Self.ping, 64), (long, 4)] {
            let connection = try await dispatcher.connect(rest: .milliseconds(1))
            try await connection.send(Array(repeating: line, count: 2 * count + 1).joined(separator: "\n"))
            for rest in [count, count, 1] {
                #expect(try await connection.write()?.count == rest)
                #expect(try await connection.write() == nil)
                await connection.pass(.milliseconds(1))
            }
        }
    }

    @Test
    func `JSON-RPC requests that wait for nothing are answered in their order, and others are served in between`()
        async throws
    {
        let connection = try await dispatcher.connect(rest: .milliseconds(1))
        let urls = (0..<100).map { $0 % 2 == 0 ? "xcallback:///echo?n=\($0)" : "none:///\($0)" }
        let lines = urls.enumerated().map { number, url in
            RPCRequest(id: .integer(number), method: "dispatch", parameters: ["url": .string(url)]).json
        }
        try await connection.send(lines.joined(separator: "\n"))
        let first = try #require(try await connection.write())
        #expect(try await connection.write() == nil)
        await connection.pass(.milliseconds(1))
        let replies = first + (try await connection.write() ?? [])
        #expect(first.count == 64)
        #expect(replies.map { $0["id"] } == (0..<100).map { .integer($0) })
        #expect(replies.compactMap { $0["result"]?["url"]?.string } == urls)
    }

    @Test func `an id stands for the request that was answered at once`() async throws {
        func dispatch(_ url: String) async throws -> QueryValue {
            try await dispatcher.answer("dispatch", ["url": .string(url), "id": "mine"], door: .control)
        }
        let first = try await dispatch(Self.ping)["result"]?["id"]
        #expect(first != nil)
        #expect(try await dispatch(Self.ping)["result"]?["id"] == first)
        #expect(try await dispatch("none:///")["error"]?["data"]?["code"] == 409)
    }

    @Test(arguments: [true, false])
    func `an id does not stand for a request that found no place`(waits: Bool) async throws {
        let ledger = dispatcher.dispatcher.ledger
        func dispatch(waits: Bool) async throws -> QueryValue {
            try await dispatcher.answer(
                "dispatch", ["url": "t:///run/1", "id": "mine", "wait": .bool(waits)], door: .control)
        }
        ledger.wake { $0.places.setLimits(.init(running: 0, waiting: 0)) }
        let refused = try await dispatch(waits: waits)
        #expect((refused["result"]?["error"]?["code"] ?? refused["error"]?["data"]?["code"]) == 503, "\(refused)")
        ledger.wake { $0.places.setLimits(.init(running: 1, waiting: 1)) }
        for waits in [waits, true] {
            let answer = try await dispatch(waits: waits)
            #expect(answer["result"]?[waits ? "outcome" : "state"] == (waits ? "success" : "accepted"), "\(answer)")
        }
    }

    @Test func `an id does not stand for a request that was refused before it had a row`() async throws {
        for _ in 1...2 { #expect(try await dispatcher.reply(to: "t:///rare")["outcome"] == "success") }
        let request: QueryValue = ["url": "t:///rare", "id": "mine"]
        let refused = try await dispatcher.result(of: "dispatch", request)
        #expect(refused?["error"]?["code"] == 429, "\(refused?.json ?? "")")
        let row = try #require(try await dispatcher.history().first { $0["id"] == refused?["id"] })
        #expect(row["client-id"] == nil)
        dispatcher.clock.pass(.seconds(2))
        #expect(try await dispatcher.result(of: "dispatch", request)?["outcome"] == "success")
    }

    @Test func `a long line is read on another thread, and keeps its place`() async throws {
        let long = "xcallback:///echo?a=" + String(repeating: "a", count: 100_000)
        let lines = [Self.ping, long, "none:///", Self.ping]
        let replies = try await dispatcher.replies(to: lines)
        #expect(replies.compactMap { $0["url"]?.string } == lines)
    }

    @Test func `ping, echo and version leave no row unless they report to a callback`() async throws {
        for url in [Self.ping, "xcallback:///echo?a=b", "xcallback:///version"] {
            #expect(try await dispatcher.reply(to: url)["outcome"] == "success")
            let answer = try await dispatcher.result(of: "dispatch", ["url": .string(url)])
            #expect(answer?["outcome"] == "success")
        }
        #expect(try await dispatcher.history() == [])
        let recorded = [
            "xcallback:///ping?x-success=t%3A%2F%2F%2Frun%2F1", "xcallback:///ping?x-success=javascript:x",
            "xcallback:///echo?%zz", "t:///ping", "none:///",
        ]
        for url in recorded {
            let reply = try await dispatcher.reply(to: url)
            #expect(try await dispatcher.history().contains { $0["id"] == reply["id"] }, "\(url)")
        }
        let accepted = try await dispatcher.result(of: "dispatch", ["url": "xcallback:///ping", "wait": false])
        #expect(try await dispatcher.history().contains { $0["id"] == accepted?["id"] })
    }

    @Test(arguments: [fixture, asked])
    func `a request that goes on elsewhere is counted once`(fixture: Fixture) async throws {
        let dispatcher = try await TestDispatcher(fixture)
        let replies = try await dispatcher.replies(to: Array(repeating: "t:///rare", count: 3))
        #expect(replies.map { $0["error"]?["code"] } == [nil, nil, 429])
        #expect(dispatcher.dispatcher.ledger.with { $0.places.counts }.total == 3)
    }

    @Test func `with a full journal the reply waits for its row, and is not lost with it`() async throws {
        var limits = JournalLimits()
        limits.posted = 0
        let waiting = try await TestDispatcher(Self.fixture, journal: limits)
        #expect(try await waiting.reply(to: "none:///")["error"]?["code"] == 404)
        #expect(try await waiting.history().count == 1)
        limits.waiting = 0
        let full = try await TestDispatcher(Self.fixture, journal: limits)
        #expect(try await full.reply(to: "none:///")["error"]?["code"] == 404)
        #expect(try await full.reply(to: "t:///run/1")["error"]?["code"] == 503)
        #expect(try await full.reply(to: Self.ping)["outcome"] == "success")
    }

    @Test func `nothing new is answered while the daemon drains, and a pause holds`() async throws {
        #expect(try await dispatcher.result(of: "pause") != nil)
        #expect(try await dispatcher.reply(to: "t:///go/1", door: .desktop)["error"]?["code"] == 503)
        #expect(try await dispatcher.reply(to: "t:///go/1")["outcome"] == "success")
        dispatcher.dispatcher.ledger.with { $0.places.isDraining = true }
        for url in [Self.ping, "none:///", "t:///run/1"] {
            #expect(try await dispatcher.reply(to: url)["error"]?["message"] == "the daemon is stopping")
        }
    }

    /// A route of the program that is called where its URL was read.
    private func now(_ handler: @escaping @Sendable () -> Void) throws -> CompiledRoute {
        try CompiledRoute(
            "/now", in: [.scheme(try #require(Scheme("p")))], name: "p.now", isImmediate: true,
            handler: RouteHandler { () throws -> Void in handler() })
    }

    @Test func `the outcome of a handler of the program stays, though the daemon stops while it runs`() async throws {
        let ledger = Mutex<RequestLedger?>(nil)
        let route = try now { ledger.withLock { $0?.with { $0.places.isDraining = true } } }
        let dispatcher = try await TestDispatcher(Self.fixture, compiled: [route])
        ledger.withLock { $0 = dispatcher.dispatcher.ledger }
        let reply = try await dispatcher.reply(to: "p:///now?x-success=app%3Adone")
        #expect(reply["outcome"] == "success" && reply["callback"]?["state"] == "opened", "\(reply)")
        #expect(dispatcher.apps.opened == ["app:done"])
    }

    @Test func `the start of a handler of the program is recorded if the request was accepted before`() async throws {
        let calls = Mutex(0)
        let dispatcher = try await TestDispatcher(
            Fixture(
                routes: [
                    "t": """
                    schemes: [t]
                    available-when: ["true"]
                    routes: [{name: on, path: /on, redirect: "p:///now"}]
                    """,
                    // A redirect leads to a route of a file; that of the program comes first.
                    "p": "schemes: [p]\nroutes: [{name: any, path: \"/{any}\", run: [\"true\"]}]",
                ]), compiled: [try now { calls.withLock { $0 += 1 } }])
        for waits in [false, true] {
            let request: QueryValue = ["url": "t:///on", "id": "mine", "wait": .bool(waits)]
            let answer = try await dispatcher.result(of: "dispatch", request)
            #expect(answer?[waits ? "outcome" : "state"] == (waits ? "success" : "accepted"))
        }
        let id = try #require(try await dispatcher.history().first?["id"])
        let entry = try await dispatcher.answer("history", ["id": id], door: .control)
        #expect(entry["result"]?["requests"]?.elements?.first?["steps"]?["waiting"] != nil, "\(entry)")
        #expect(calls.withLock { $0 } == 1)
    }

    private struct Refused: Error {}

    @Test func `a handler of the program that is immediate ends like any other, and is recorded`() async throws {
        let scheme = Scope.scheme(try #require(Scheme("p")))
        let handlers: [(String, RouteHandler)] = [
            ("/say", RouteHandler { (input: [String: Int]) throws -> Int in input.values.reduce(0, +) }),
            ("/fail", RouteHandler { () throws -> Void in throw Refused() }),
            ("/cancel", RouteHandler { () throws -> Void in throw CancelledByUser() }),
            ("/wait", RouteHandler { () async throws -> Int in 7 }),
        ]
        for isImmediate in [false, true] {
            let routes = try handlers.map { path, handler in
                try CompiledRoute(
                    path, in: [scheme], name: "p" + path.replacing("/", with: "."), isImmediate: isImmediate,
                    handler: handler)
            }
            let dispatcher = try await TestDispatcher(Self.fixture, compiled: routes)
            let urls = ["p:///say?a=1&b=2", "p:///fail", "p:///cancel", "p:///wait", "p:///say?a=x"]
            var outcomes: [String] = []
            for url in urls { outcomes.append(try await dispatcher.result(url)) }
            #expect(outcomes == ["3", "500", "cancel", "7", "400"])
            #expect(try await dispatcher.history().reversed().compactMap { $0["url"]?.string } == urls)
        }
    }
}
