import DispatcherMessages
import DispatcherScenarios
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// When the user is asked, and what each answer does.
struct PromptTests {
    private static let routes = """
        schemes: [t]
        routes:
          - {name: ask, path: /ask, input: {a: line?, b: line?}, run: [touch, ran]}
          - {name: other, path: /other, run: [touch, ran]}
          - {name: each, path: /each, desktop: ask-always, run: [touch, ran]}
          - {name: file, path: /file, input: {f: {type: path, under: /usr}}, run: [touch, ran]}
          - {name: free, path: /free, desktop: allow, run: [touch, ran]}
          - {name: never, path: /never, desktop: never, run: [touch, ran]}
          - {name: token, path: /token, token: {file: token}, run: [touch, ran]}
          - {name: dash, path: /dash, input: {a: line}, run: [touch, $a]}
          - {name: quick, path: /quick, rate: {per-second: 1, burst: 1}, run: [touch, ran]}
          - {name: old, path: /old, redirect: "t:///ask?a=1"}
          - {name: in, path: /in, desktop: allow, open: "t:///ask"}
          - {name: pin, path: /pin, input: {pass: {type: line, secret: true}}, run: [touch, $pass]}
          - {name: key, path: /key, open: "t:///pin?pass=hunter2"}
        """

    /// - Parameter answer: The status that the prompt ends with.
    private func start(_ answer: Int) async throws -> TestDispatcher {
        try await TestDispatcher(
            Fixture(
                routes: [
                    "t": Self.routes,
                    "off": "schemes: [off]\nenabled: false\nroutes: [{name: a, path: /a, run: [touch, ran]}]",
                ],
                settings: "prompt: [sh, answer, \"\(answer)\"]\ncallbacks: {allow: [app]}\n", files: ["token": "good"]))
    }

    private func click(_ url: String, on dispatcher: TestDispatcher) async throws -> QueryValue {
        try await dispatcher.reply(to: url, door: .desktop)
    }

    @Test(
        arguments: [
            (0, "success", nil),
            (10, "success", nil),
            (1, "cancel", nil),
            (7, "error", "the prompt ended with status 7"),
        ] as [(Int, String, String?)])
    func `the answer decides`(status: Int, outcome: String, reason: String?) async throws {
        let dispatcher = try await start(status)
        let reply = try await click("t:///ask?a=b&x-cancel=app%3Acancelled", on: dispatcher)
        #expect(reply["outcome"] == .string(outcome))
        #expect(reply["error"]?["code"] == reason.map { _ in 403 })
        #expect(
            try await dispatcher.recordedReason(of: reply)
                == reason.map {
                    "route 't.ask' must be confirmed, and \($0); "
                        + "set 'desktop: allow' at routes.d/t.yaml:3:5 to run it without a question"
                })
        #expect(dispatcher.hasTouched("ran") == (outcome == "success"))
        #expect(dispatcher.apps.opened == (outcome == "cancel" ? ["app:cancelled"] : []))
        #expect(
            dispatcher.commands.questions == [
                "t.ask\nruns: touch ran\na: b\nanswer goes to: app:cancelled"
            ])
    }

    @Test(arguments: [
        ("t:///ask?x-success=%zz", 400),
        ("t:///dash?a=-n", 400),  // found where the command is put together
        ("t:///ask?x-success=javascript%3Ax", 403),
        ("t:///never", 403),
        ("t:///token?x-token=bad", 401),
        ("t:///nothing", 404),
        ("off:///a", 424),
    ])
    func `nobody is asked about a request that is refused anyway`(url: String, code: Int) async throws {
        let dispatcher = try await start(0)
        #expect(try await click(url, on: dispatcher)["error"]?["code"] == .integer(code))
        #expect(dispatcher.commands.questions == [])
    }

    @Test func `the rate comes before the question`() async throws {
        let dispatcher = try await start(0)
        #expect(try await click("t:///quick", on: dispatcher)["outcome"] == "success")
        #expect(try await click("t:///quick", on: dispatcher)["error"]?["code"] == 429)
        #expect(dispatcher.commands.questions.count == 1)
    }

    @Test(arguments: [
        ("t:///ask", 1), ("t:///old", 1),  // the target alone
        ("t:///in", 1),  // the request that follows
        ("t:///free", 0), ("t:///free?x-success=app%3Adone", 0), ("t:///free?x-success=other%3Adone", 1),
        ("t:///token", 1), ("t:///token?x-token=good", 0),
        ("t:///token?x-token=good&x-success=other%3Adone", 1),  // the token does not answer for a callback
    ])
    func `the user is asked once`(url: String, count: Int) async throws {
        let dispatcher = try await start(0)
        #expect(try await click(url, on: dispatcher)["outcome"] == "success")
        #expect(dispatcher.commands.questions.count == count)
        #expect(dispatcher.hasTouched("ran"))
        #expect(dispatcher.apps.opened.count == (url.contains("x-success") ? 1 : 0))
    }

    @Test func `a secret in the template of a route is in no question`() async throws {
        let dispatcher = try await start(0)
        #expect(try await click("t:///key", on: dispatcher)["outcome"] == "success")
        #expect(dispatcher.commands.questions.count == 2)
        for question in dispatcher.commands.questions { #expect(!question.contains("hunter2"), "\(question)") }
        #expect(dispatcher.commands.questions.first?.contains("opens: t:///pin?pass=%3Credacted%3E") == true)
    }

    @Test func `the control socket is not asked`() async throws {
        let dispatcher = try await start(1)
        #expect(try await dispatcher.result("t:///each") == "success")
        #expect(dispatcher.commands.questions == [])
    }

    @Test(arguments: ["t:///ask", "t:///old", "t:///each"])
    func `the history says that the user did not allow it`(url: String) async throws {
        let dispatcher = try await start(1)
        let reply = try await click(url, on: dispatcher)
        #expect(reply["outcome"] == "cancel" && reply["reason"] == nil, "the page does not learn it")
        let ended = try await dispatcher.history()
        #expect(!ended.isEmpty && ended.allSatisfy { $0["outcome"] == "cancel" && $0["reason"] == "not allowed" })
    }

    @Test func `a no opens no callback to an app that only the page names`() async throws {
        let dispatcher = try await start(1)
        let reply = try await click("t:///ask?x-cancel=other%3Acancelled", on: dispatcher)
        #expect(reply["outcome"] == "cancel" && reply["callback"]?["state"] == "refused")
        #expect(dispatcher.apps.opened == [])
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
            message.hasPrefix("route 't.ask' must be confirmed, and the prompt ended with status 7; "), "\(message)")
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

    @Test(arguments: ["t:///each", "t:///file?f=bin"])
    func `always is once for a path and for ask-always`(url: String) async throws {
        let dispatcher = try await start(10)
        for count in 1...2 {
            #expect(try await click(url, on: dispatcher)["outcome"] == "success")
            #expect(dispatcher.commands.questions.count == count)
        }
        let explained = try await dispatcher.result(of: "explain", ["url": .string(url)])
        let reason =
            url == "t:///each" ? "because of 'desktop: ask-always'" : "because the route has a path as an input"
        #expect(explained?["click"] == ["would": "ask", "asks-each-time": .string(reason)])
        #expect(try await dispatcher.result(of: "grants")?["grants"] == [])
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
