import DispatcherScenarios
import RequestRecord
import TestSupport
import Testing

@testable import DispatcherService

/// One question is open at a time. The others wait, or are refused.
struct WaitingQuestionTests {
    private static let routes = """
        schemes: [t]
        routes:
          - {name: ask, path: /ask, input: {a: line?}, run: [touch, ran]}
          - {name: other, path: /other, run: [touch, ran]}
          - {name: each, path: /each, desktop: ask-always, run: [touch, ran]}
          - {name: file, path: /file, input: {f: {type: path, under: /usr}}, run: [touch, ran]}
          - {name: free, path: /free, desktop: allow, run: [touch, ran]}
        """

    /// - Parameter answer: The status that the prompt ends with; nil for one that waits until the test answers.
    private func start(_ answer: Int?, rest: Duration = .zero) async throws -> TestDispatcher {
        let answer = answer.map { "\($0)" } ?? "later"
        return try await TestDispatcher(
            Fixture(routes: ["t": Self.routes], settings: "prompt: [sh, answer, \"\(answer)\"]\n"), rest: rest)
    }

    private func click(_ url: String, on dispatcher: TestDispatcher) async throws -> QueryValue {
        try await dispatcher.reply(to: url, door: .desktop)
    }

    /// Sends a click, and waits until it is the request with that number that has, or waits for, its question.
    private func queue(
        _ url: String, _ number: Int, on dispatcher: TestDispatcher
    ) async throws -> Task<QueryValue, any Error> {
        let sent = Task { try await click(url, on: dispatcher) }
        try await wait(for: "its place") {
            dispatcher.dispatcher.consent.count == number && !dispatcher.commands.questions.isEmpty
        }
        return sent
    }

    @Test func `no answer about files comes before the question`() async throws {
        let dispatcher = try await start(nil)
        let first = try await queue("t:///ask", 1, on: dispatcher)
        // A file that is there and one that is not wait alike.
        let second = try await queue("t:///file?f=bin", 2, on: dispatcher)
        let third = try await queue("t:///file?f=nothere", 3, on: dispatcher)
        for _ in 1...3 { dispatcher.commands.answer(0) }
        #expect(try await first.value["outcome"] == "success")
        #expect(try await second.value["outcome"] == "success")
        #expect(try await third.value["error"]?["code"] == 400)
        #expect(dispatcher.commands.questions.count == 3)
    }

    @Test func `four requests wait for their questions, which come in turn`() async throws {
        let dispatcher = try await start(nil)
        var clicks: [Task<QueryValue, any Error>] = []
        for number in 1...5 {
            clicks.append(try await queue("t:///ask?a=\(number)", number, on: dispatcher))
        }
        let refused = try await click("t:///other", on: dispatcher)
        #expect(refused["error"] == ["code": 429, "message": "too many requests"])
        #expect(
            try await dispatcher.recordedReason(of: refused)
                == "other questions wait for the user's answer; try again after it")
        // A route that asks nothing waits for no question.
        #expect(try await click("t:///free", on: dispatcher)["outcome"] == "success")
        // An answered request may keep its place for a moment after its reply.
        try await wait(for: "the five requests alone") {
            let requests = try await dispatcher.result(of: "status")?["requests"]
            return requests?["asking"] == 5 && requests?["running"] == 0 && requests?["waiting"] == 5
        }
        for (number, click) in clicks.enumerated() {
            #expect(dispatcher.commands.questions.count == number + 1)
            #expect(dispatcher.commands.questions.last?.contains("a: \(number + 1)") == true)
            dispatcher.commands.answer(0)
            #expect(try await click.value["outcome"] == "success")
            let next = min(number + 2, 5)
            try await wait(for: "the next question") { dispatcher.commands.questions.count == next }
        }
    }

    @Test func `an answer for all answers the waiting ones too`() async throws {
        let dispatcher = try await start(nil)
        let first = try await queue("t:///ask?a=1", 1, on: dispatcher)
        let second = try await queue("t:///ask?a=2", 2, on: dispatcher)
        dispatcher.commands.answer(10)
        #expect(try await first.value["outcome"] == "success")
        #expect(try await second.value["outcome"] == "success")
        #expect(dispatcher.commands.questions.count == 1)
    }

    @Test func `a cancel removes the question of a request, open or waiting`() async throws {
        let dispatcher = try await start(nil)
        var clicks: [Task<QueryValue, any Error>] = []
        for name in ["one", "two", "three"] {
            let parameters: QueryValue = ["url": .string("t:///ask?a=\(name)"), "id": .string(name)]
            clicks.append(Task { try await dispatcher.result(of: "dispatch", parameters, door: .desktop) ?? .null })
            try await wait(for: "its place") { dispatcher.dispatcher.consent.count == clicks.count }
        }
        for name in ["two", "one"] {
            let cancelled = try await dispatcher.answer("cancel", ["id": .string(name)], door: .control)
            #expect(cancelled["result"]?["outcome"] == "cancel", "\(cancelled)")
        }
        try await wait(for: "the last question") { dispatcher.commands.questions.count == 2 }
        #expect(dispatcher.commands.questions.last?.contains("a: three") == true)
        dispatcher.commands.answer(0)
        #expect(try await clicks[2].value["outcome"] == "success")
        for click in clicks.prefix(2) { #expect(try await click.value["outcome"] == "cancel") }
    }

    @Test func `the next question comes after a rest`() async throws {
        let dispatcher = try await start(nil, rest: .seconds(3600))
        let first = try await queue("t:///ask", 1, on: dispatcher)
        let second = try await queue("t:///other", 2, on: dispatcher)
        dispatcher.commands.answer(0)
        #expect(try await first.value["outcome"] == "success")
        try await wait(for: "the end of the first") { dispatcher.dispatcher.consent.count == 1 }
        #expect(dispatcher.commands.questions.count == 1, "the answer to the first is none to the second")
        second.cancel()
    }

    @Test func `status and explain say which questions are muted, until a resume`() async throws {
        let dispatcher = try await start(1)
        func words(_ url: String) async throws -> (muted: [QueryValue]?, would: [QueryValue?]) {
            let explained = try await dispatcher.result(of: "explain", ["url": .string(url)])
            let clicked = try await dispatcher.result(of: "explain", ["url": .string(url), "door": "desktop"])
            let muted = try await dispatcher.result(of: "status")?["muted"]?.elements
            return (muted, [explained?["would"], explained?["click"]?["would"], clicked?["would"]])
        }
        #expect(try await words("t:///ask") == (nil, ["run", "ask", "ask"]))
        for _ in 1...3 { #expect(try await click("t:///ask", on: dispatcher)["outcome"] == "cancel") }
        let muted = try await words("t:///ask")
        let reason = "the user refused 't.ask' three times, so no question about it is shown for five minutes"
        #expect(muted.muted?.count == 1 && muted.muted?.first?.string?.contains(": \(reason)") == true)
        #expect(muted.would == ["run", "error", "error"])
        #expect(try await words("t:///other").would == ["run", "ask", "ask"])
        #expect(try await click("t:///ask", on: dispatcher)["error"]?["code"] == 429)
        _ = try await dispatcher.answer("resume", [:], door: .control)
        #expect(try await words("t:///ask") == (nil, ["run", "ask", "ask"]))
    }

    @Test func `questions that get no yes are muted for all routes, and the user is told once`() async throws {
        let dispatcher = try await start(1)
        for _ in 1...3 {
            for url in ["t:///ask", "t:///other"] {
                #expect(try await click(url, on: dispatcher)["outcome"] == "cancel")
            }
            dispatcher.clock.pass(.seconds(61))
        }
        let told = try #require(await dispatcher.commands.notification())
        #expect(told[0] == "Fewer questions for five minutes")
        #expect(told[1].hasPrefix("none of the last questions of the desktop socket got a yes"))
        #expect(told[1].hasSuffix("; 'xcallback resume' ends that"))
        for url in ["t:///ask", "t:///each", "t:///free?x-success=other%3Adone"] {
            let reply = try await click(url, on: dispatcher)
            #expect(reply["error"]?["code"] == 429)
            let reason = try await dispatcher.recordedReason(of: reply)
            #expect(
                reason?.hasPrefix("none of the last questions of the desktop socket got a yes") == true,
                "\(reason ?? "")")
        }
        #expect(dispatcher.commands.questions.count == 6)
        #expect(dispatcher.commands.vectors.count { $0[0].hasSuffix("/notify-send") } == 1)
        // The user ends it, or waits.
        _ = try await dispatcher.answer("resume", [:], door: .control)
        #expect(try await click("t:///ask", on: dispatcher)["outcome"] == "cancel")
        for url in ["t:///ask", "t:///ask"] { #expect(try await click(url, on: dispatcher)["outcome"] == "cancel") }
        #expect(try await click("t:///ask", on: dispatcher)["error"]?["code"] == 429)
        dispatcher.clock.pass(.seconds(300))
        #expect(try await click("t:///other", on: dispatcher)["outcome"] == "cancel")
    }
}
