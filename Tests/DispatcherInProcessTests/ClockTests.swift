import DispatcherMessages
import DispatcherScenarios
import QueryCoding
import RequestRecord
import TestSupport
import Testing
import UnixSystem

/// The rules that depend on the time. The test puts the clock forward.
struct ClockTests {
    private static func fixture(_ head: String) -> Fixture {
        Fixture("schemes: [t]\n\(head)\nroutes: [{name: a, path: /a, run: [printf, done]}]\n")
    }

    @Test func `an answer of available-when counts for five seconds`() async throws {
        let dispatcher = try await TestDispatcher(Self.fixture("available-when: [\"true\"]"))
        var counts: [Int] = []
        for pause in [0, 0, 4, 1, 4, 1] {
            dispatcher.clock.pass(.seconds(pause))
            #expect(try await dispatcher.reply(to: "t:///a")["outcome"] == "success")
            counts.append(dispatcher.commands.vectors.filter { $0.first?.hasSuffix("/true") ?? false }.count)
        }
        #expect(counts == [1, 1, 1, 2, 2, 3])
    }

    /// The command may ask the display or the bus, and those are the caller's.
    @Test func `an answer of available-when counts for requests with the same variables`() async throws {
        let dispatcher = try await TestDispatcher(Self.fixture("available-when: [\"true\"]"))
        var counts: [Int] = []
        for display in [":1", ":2", ":1", ":2"] {
            let parameters: QueryValue = ["url": "t:///a", "environment": ["DISPLAY": .string(display)]]
            let answer = try await dispatcher.result(of: "dispatch", parameters)
            #expect(answer?["outcome"] == "success")
            counts.append(dispatcher.commands.vectors.filter { $0.first?.hasSuffix("/true") ?? false }.count)
        }
        #expect(counts == [1, 2, 2, 2])
    }

    @Test func `a feature ends with the day before its until`() async throws {
        let day = Duration.seconds(86_400)
        let tomorrow = TestClock().now.advanced(by: day).localDate
        let dispatcher = try await TestDispatcher(Self.fixture("until: \(tomorrow)"))
        #expect(try await dispatcher.reply(to: "t:///a")["outcome"] == "success")
        dispatcher.clock.pass(day)
        let message = "the file 't' is not available: it ended before \(tomorrow)"
        #expect(try await dispatcher.reply(to: "t:///a")["error"] == ["code": 424, "message": .string(message)])
    }

    @Test func `an id counts for ten minutes`() async throws {
        let dispatcher = try await TestDispatcher(Self.fixture(""))
        func dispatch() async throws -> QueryValue? {
            try await dispatcher.result(of: "dispatch", ["url": "t:///a", "id": "mine"])?["id"]
        }
        let first = try await dispatch()
        dispatcher.clock.pass(.seconds(600))
        #expect(try await dispatch() == first)
        dispatcher.clock.pass(.seconds(1))
        let second = try await dispatch()
        #expect(first != nil && second != nil && second != first)
    }

    /// A guess may be malformed, too.
    @Test(arguments: [("x", "404"), ("00000000000000000000000000000100?a=%zz", "400")])
    func `wrong tokens gain ten tries a second`(guess: String, code: String) async throws {
        let dispatcher = try await TestDispatcher(Self.fixture(""))
        func tries(_ count: Int) async throws -> [String] {
            var codes: [String] = []
            for _ in 0..<count { codes.append(try await dispatcher.result("xcallback:///reply/\(guess)")) }
            return codes
        }
        #expect(try await tries(11) == Array(repeating: code, count: 10) + ["429"])
        dispatcher.clock.pass(.milliseconds(200))
        #expect(try await tries(3) == [code, code, "429"])
    }

    /// An accepted token would reveal itself among the refused ones.
    @Test func `the right token of a route is refused too until a try is free`() async throws {
        let dispatcher = try await TestDispatcher(DoorTests.fixture)
        var codes: [String] = []
        for number in 0..<11 { codes.append(try await dispatcher.result("t:///token?x-token=guess\(number)")) }
        #expect(codes == Array(repeating: "401", count: 10) + ["429"])
        #expect(try await dispatcher.result("t:///token?x-token=good") == "429")
        dispatcher.clock.pass(.milliseconds(100))
        #expect(try await dispatcher.result("t:///token?x-token=good") == "told")
    }

    @Test func `a route without a rate admits twenty from the desktop socket until time passes`() async throws {
        let dispatcher = try await TestDispatcher(DoorTests.fixture)
        let urls = Array(repeating: "t:///open", count: 60)
        let codes = try await dispatcher.replies(to: urls, door: .desktop).map { $0["error"]?["code"] }
        #expect(codes == Array(repeating: nil, count: 20) + Array(repeating: 429, count: 40))
        #expect(try await dispatcher.result("t:///open", door: .control) == "done")
        dispatcher.clock.pass(.milliseconds(100))
        #expect(
            try await dispatcher.replies(to: Array(urls.prefix(2)), door: .desktop).map { $0["error"]?["code"] } == [
                nil, 429,
            ])
    }

    @Test func `history counts back from now`() async throws {
        let dispatcher = try await TestDispatcher(Self.fixture(""))
        #expect(try await dispatcher.reply(to: "t:///a")["outcome"] == "success")
        dispatcher.clock.pass(.seconds(7200))
        for (since, count) in [("1h", 0), ("3h", 1)] {
            let answer = try await dispatcher.answer("history", ["since": .string(since)], door: .control)
            guard case .array(let requests)? = answer["result"]?["requests"] else { throw Failure(answer.json) }
            #expect(requests.count == count)
        }
    }
}
