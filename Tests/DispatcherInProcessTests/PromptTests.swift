import DispatcherMessages
import DispatcherScenarios
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// When the user is asked, and what each answer does.
struct PromptTests {
    /// - Parameter answer: The status that the prompt ends with.
    private func start(_ answer: Int) async throws -> TestDispatcher {
        var fixture = CaseSection.named("routes", in: "prompts.txt").fixture
        fixture.settings += "prompt: [sh, answer, \"\(answer)\"]\n"
        return try await TestDispatcher(fixture)
    }

    private func click(_ url: String, on dispatcher: TestDispatcher) async throws -> QueryValue {
        try await dispatcher.reply(to: url, door: .desktop)
    }

    @Test func `the owner who runs a click again learns the whole reason`() async throws {
        let dispatcher = try await start(7)
        let reply = try await click("t:///ask?a=b", on: dispatcher)
        #expect(reply["error"]?["message"] == "the request is not permitted")
        let id = try #require(reply["id"])
        let again = try await dispatcher.result(of: "rerun", ["id": id])
        #expect(again?["outcome"] == "error" && again?["id"] != id)
        let message = again?["error"]?["message"]?.text ?? ""
        #expect(
            message.hasPrefix("the prompt ended with status 7, and route 't.ask' must be confirmed; "), "\(message)")
    }

    @Test func `always allows such requests until it is revoked`() async throws {
        let dispatcher = try await start(10)
        func asks(_ url: String) async throws -> Bool {
            let count = dispatcher.commands.questions.count
            #expect(try await click(url, on: dispatcher)["outcome"] == "success")
            return dispatcher.commands.questions.count > count
        }
        #expect(try await asks("t:///ask?a=1&x-success=other%3Aone"))
        #expect(try await !asks("t:///ask?a=2&x-success=other%3Atwo"))
        #expect(dispatcher.apps.opened == ["other:one", "other:two"])
        for other in [
            "t:///ask?a=1", "t:///ask?a=1&b=2&x-success=other%3Aone", "t:///ask?a=1&x-success=third%3Aone",
            "t:///other",
        ] { #expect(try await asks(other), "\(other)") }
        let grants = try await dispatcher.result(of: "grants")?["grants"]
        guard case .array(let list) = grants else { throw CancellationError() }
        #expect(list.map { $0["route"] } == ["t.ask", "t.ask", "t.ask", "t.ask", "t.other"])
        #expect(list[0]["parameters"] == ["a"] && list[0]["callbacks"] == ["other:"])
        let explained = try await dispatcher.result(of: "explain", ["url": "t:///ask?a=1", "door": "desktop"])
        #expect(explained?["would"] == "run" && explained?["granted"] == true)
        // The request that follows from it is allowed.
        for (url, isGranted) in [("t:///ask?a=1", true), ("t:///in", false), ("t:///old", true), ("t:///free", false)] {
            let result = try await dispatcher.result(of: "explain", ["url": .string(url)])
            #expect(result?["click"]?["granted"] == (isGranted ? true : nil), "\(url)")
            #expect(result?["granted"] == nil)
        }
        for answer in ["result", "error"] {
            let id = try #require(list[1]["id"])
            #expect(try await dispatcher.answer("revoke", ["id": id], door: .control)[answer] != nil)
        }
        let later = try await dispatcher.result(of: "explain", ["url": "t:///ask?a=1", "door": "desktop"])
        #expect(later?["would"] == "ask" && later?["error"] == nil)
        #expect(try await asks("t:///ask?a=1"))
    }

    @Test func `three refusals within a minute mute the route for five`() async throws {
        let dispatcher = try await start(1)
        for _ in 1...3 {
            #expect(try await click("t:///ask", on: dispatcher)["outcome"] == "cancel")
            dispatcher.clock.pass(.seconds(20))
        }
        #expect(try await click("t:///ask", on: dispatcher)["error"] == ["code": 429, "message": "too many requests"])
        #expect(dispatcher.commands.questions.count == 3)
        #expect(try await click("t:///other", on: dispatcher)["outcome"] == "cancel")
        dispatcher.clock.pass(.seconds(280))
        #expect(try await click("t:///ask", on: dispatcher)["outcome"] == "cancel")
    }

    @Test(arguments: [true, false])
    func `a repeated id is not asked about again`(waits: Bool) async throws {
        let dispatcher = try await start(0)
        let connection = try await dispatcher.connect(.desktop)
        func dispatch(_ waits: Bool) async throws -> QueryValue? {
            let parameters: QueryValue = ["url": "t:///ask", "id": "mine", "wait": .bool(waits)]
            try await connection.send(RPCRequest(id: 1, method: "dispatch", parameters: parameters).json)
            return try await connection.next()["result"]
        }
        for _ in 1...2 {
            _ = try await dispatch(waits)
            #expect(try await dispatch(true)?["outcome"] == "success")
        }
        #expect(dispatcher.commands.questions.count == 1)
    }
}
