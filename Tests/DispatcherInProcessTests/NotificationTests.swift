import DispatcherScenarios
import RequestRecord
import TestSupport
import Testing
import UnixSystem

@testable import DispatcherCommands
@testable import DispatcherRequests
@testable import DispatcherService

/// What a person learns of a click that has ended. Nobody else sees a notification.
@Suite(.timeLimit(.minutes(1)))
struct NotificationTests {
    private static let routes = """
        schemes: [t]
        desktop: allow
        routes:
          - {name: go, path: /go, run: ["true"]}
          - {name: fail, path: /fail, run: ["false"]}
          - {name: in, path: /in, open: "t:///fail"}
          - {name: link, path: /link, open: "other:link"}
          - {name: via, path: /via, open: "t:///ask"}
          - {name: ask, path: /ask, desktop: ask, run: ["true"]}
          - name: a
            path: /a
            input: {n: {type: int, max: 9}, pin: {type: string?, pattern: "[0-9]{4}", secret: true}, list: [int]}
            strict-input: true
            run: ["true"]
          - {name: text, path: /text, input: {t: string}, summary: Say it, notify: true, output: text, run: [printf, $t]}
          - {name: lines, path: /lines, input: {t: string}, notify: true, output: lines, run: [printf, $t]}
          - {name: json, path: /json, input: {t: string}, notify: true, output: json, run: [printf, $t]}
          - {name: none, path: /none, notify: true, run: ["true"]}
          - {name: pin, path: /pin, input: {p: {type: line, secret: true}}, notify: true, output: text, run: [printf, $p]}
          - {name: quiet, path: /quiet, input: {t: string}, output: text, run: [printf, $t]}
          - {name: failing, path: /failing, notify: true, run: ["false"]}
          - {name: old, path: /old, redirect: "t:///text?t=old"}
          - {name: inner, path: /inner, open: "t:///text?t=in"}
          - {name: err, path: /err, input: {k: {type: line, secret: true}}, stdin: $k, run: [sh, -c, "echo no hunter2\\e↵ >&2; exit 2"]}
          - {name: long, path: /long, run: [sh, -c, "echo \(String(repeating: "a", count: 201)) >&2; exit 3"]}
        """

    private let dispatcher: TestDispatcher

    init() async throws { dispatcher = try await Self.start() }

    private static func start(settings: String = "") async throws -> TestDispatcher {
        try await TestDispatcher(Fixture(routes, settings: "callbacks: {allow: [other]}\n" + settings))
    }

    private func click(_ url: String) async throws -> QueryValue { try await dispatcher.reply(to: url, door: .desktop) }

    /// The last line of the notification of a failed click.
    private func hint(_ reply: QueryValue) -> String {
        "(xcallback history show \(reply["id"]?.text?.suffix(6) ?? ""))"
    }

    /// Checks that the next notification is about the next click.
    private func expectNoOther(on other: TestDispatcher? = nil) async throws {
        _ = try await (other ?? dispatcher).reply(to: "t:///fail", door: .desktop)
        #expect(await (other ?? dispatcher).commands.notification()?.first == "t.fail failed (1)")
    }

    @Test(arguments: [
        (OpenerStart.failed("no app is registered for other:"), "is", "no app is registered for other:"),
        // The app may have the answer.
        (.uncertain("nobody knows"), "may be", "nobody knows"),
    ])
    func `a click whose answer reaches no app is notified`(start: OpenerStart, verb: String, reason: String)
        async throws
    {
        dispatcher.apps.startOpeners(as: start)
        let reply = try await click("t:///go?x-success=other%3Adone")
        #expect(reply["outcome"] == "success")
        #expect(await dispatcher.commands.notification() == ["The answer of t.go \(verb) lost", reason])
    }

    @Test(arguments: [
        (CallbackReport(url: "other:x", state: .refused, reason: "it held secrets"), "it held secrets"),
        (CallbackReport(url: "other:x", state: .expired), "expired"),
    ])
    func `a callback that may not be opened is notified`(callback: CallbackReport, reason: String) async throws {
        let submission = Submission(url: Array("t:///go".utf8), door: .desktop)
        let request = ReceivedRequest(
            id: dispatcher.dispatcher.makeID(), submission: submission, table: dispatcher.dispatcher.table,
            begun: dispatcher.clock.now)
        dispatcher.dispatcher.notifications.notify(ofLossOf: callback, of: RequestProgress(reading: request))
        #expect(await dispatcher.commands.notification() == ["The answer of t.go is lost", reason])
    }

    @Test func `a click that fails is notified once, however many requests pass its error on`() async throws {
        let reply = try await click("t:///in")
        #expect(reply["error"]?["code"] == 1)
        let status = "the command exited with status 1\n\(hint(reply))"
        #expect(await dispatcher.commands.notification() == ["t.in failed (1)", status])
        // The notification has the reason that the reply leaves out.
        let prompting = try await Self.start(settings: "prompt: [sh, answer, \"7\"]\n")
        let refused = try await prompting.reply(to: "t:///via?x-error=other%3A", door: .desktop)
        #expect(refused["error"] == ["code": 403, "message": "the request is not permitted"])
        let shown = await prompting.commands.notification()
        #expect(shown?.first == "You could not be asked: t.via")
        let text = try #require(shown?.last)
        #expect(
            text.hasPrefix(
                "the prompt ended with status 7, and route 't.ask' must be confirmed; set 'desktop: allow' at "))
        try await expectNoOther()
    }

    @Test func `only the notification of a failed command has its last line of standard error, without secrets`()
        async throws
    {
        let error: QueryValue = ["code": 2, "message": "the action failed"]
        let reply = try await click("t:///err?k=hunter2")
        #expect(reply["error"] == error)
        let body = #"no &lt;redacted&gt;\\u{1b}\\u{21b5}"# + "\n\(hint(reply))"
        #expect(await dispatcher.commands.notification() == ["t.err failed (2)", body])
        #expect(try await click("t:///err?k=hunter2&x-error=other%3A")["error"] == error)
        #expect(dispatcher.apps.opened == ["other:?errorCode=2&errorMessage=the%20action%20failed"])
        #expect(try await dispatcher.history().map { $0["error"] } == [error, error])
        let long = String(repeating: "a", count: 197) + "...\n" + hint(try await click("t:///long"))
        #expect(await dispatcher.commands.notification() == ["t.long failed (3)", long])
    }

    @Test func `the notification of a question without an answer begins with that`() async throws {
        let dispatcher = try await Self.start(settings: "prompt: [sh, answer, \"-1\"]\n")
        _ = try await dispatcher.reply(to: "t:///ask", door: .desktop)
        let shown = await dispatcher.commands.notification()
        #expect(shown?.first == "You did not answer: t.ask")
        let text = try #require(shown?.last)
        #expect(text.contains("the user did not answer within 60 seconds") && text.contains("set 'desktop: allow' at "))
    }

    @Test(arguments: [
        ("t:///another/path", "No route for t:///another/path", "HINT"),
        ("t:///Fail", "No route for t:///Fail", "did you mean /fail?"),
    ])
    func `the notification of a link without a route begins with that`(url: String, title: String, body: String)
        async throws
    {
        let reply = try await click(url)
        #expect(await dispatcher.commands.notification() == [title, body.replacing("HINT", with: hint(reply))])
    }

    @Test func `a click that loses both its link and its answer is notified once`() async throws {
        let failure = Answer<String?>()
        dispatcher.apps.startOpeners(as: .started(OpenerEnd(failure)))
        _ = try await click("t:///link?x-success=other%3Adone")
        failure.give("opener exited with 4")
        let notification = await dispatcher.commands.notification()
        #expect(notification?.first?.hasSuffix("of t.link may be lost") == true)
        #expect(notification?.last == "opener exited with 4")
        try await expectNoOther()
    }

    @Test func `a no to the question is no news, whatever becomes of the x-cancel`() async throws {
        let dispatcher = try await Self.start(settings: "prompt: [sh, answer, \"1\"]\n")
        dispatcher.apps.startOpeners(as: .failed("no app"))
        let reply = try await dispatcher.reply(to: "t:///ask?x-cancel=other%3Acancelled", door: .desktop)
        #expect(reply["outcome"] == "cancel" && reply["callback"]?["state"] == "failed")
        try await expectNoOther(on: dispatcher)
    }

    @Test func `a script learns from its reply that the answer is lost`() async throws {
        dispatcher.apps.startOpeners(as: .failed("no app"))
        let reply = try await dispatcher.reply(to: "t:///go?x-success=other%3Adone", door: .control)
        #expect(reply["callback"]?["reason"] == "no app")
        try await expectNoOther()
    }

    @Test(arguments: [
        ("n=12", "n = 12: at most 9"),
        // The value may look like a rule.
        ("n=a%20%3D%20b:%20c", "n = a = b: c: must be a whole number of at most 9"),
        ("n=1&pin=1", "pin = &lt;redacted&gt;: must be a text that matches /[0-9]{4}/"),
        ("n=1&list.0=x", "list.0 = x: must be a whole number"),
        ("", "Required parameter \"n\" not found. (a whole number of at most 9)"),
        ("n=1&k=1", "unknown parameter \"k\"; did you mean \"n\"?"),
    ])
    func `the notification of a refused input names its rule, and the callback does not`(
        query: String, body: String
    ) async throws {
        _ = try await click("t:///a?\(query)")
        #expect(await dispatcher.commands.notification() == ["The URL or its input is not valid: t.a", body])
        _ = try await click("t:///a?\(query)&x-error=other%3A")
        let message = "the%20URL%20or%20its%20input%20is%20not%20valid"
        #expect(dispatcher.apps.opened == ["other:?errorCode=400&errorMessage=\(message)"])
    }

    @Test func `where the history keeps no inputs, a notification shows none`() async throws {
        let dispatcher = try await Self.start(settings: "history: {inputs: false}\n")
        _ = try await dispatcher.reply(to: "t:///a?n=12", door: .desktop)
        #expect(
            await dispatcher.commands.notification()
                == ["The URL or its input is not valid: t.a", "Value for parameter \"n\" has incorrect type."])
    }

    @Test(arguments: [
        ("text?t=17%20words%0A", "Say it", "17 words"),
        ("text?t=a%0A%0D%0Ab", "Say it", "a\nb"),
        ("text?t=\(String(repeating: "a", count: 200))", "Say it", String(repeating: "a", count: 200)),
        ("text?t=\(String(repeating: "a", count: 201))", "Say it", String(repeating: "a", count: 197) + "..."),
        ("text?t=%20%0A", "Say it", "done"),
        ("lines?t=1%0A2%0A3%0A4", "t.lines", "1\n2\n3"),
        ("json?t=%7B%22a%22%3A1%7D", "t.json", "done"),
        ("none", "t.none", "done"),
        ("pin?p=hunter2", "t.pin", "&lt;redacted&gt;"),
        ("old", "Say it", "old"),
        ("inner", "Say it", "in"),
        ("failing", "t.failing failed (1)", "the command exited with status 1\nHINT"),
    ])
    func `a route with notify shows its result after a click`(url: String, title: String, body: String) async throws {
        // A script reads it in the reply, and a route without the key shows nothing.
        _ = try await dispatcher.reply(to: "t:///text?t=script", door: .control)
        _ = try await click("t:///quiet?t=a")
        let reply = try await click("t:///\(url)")
        #expect(await dispatcher.commands.notification() == [title, body.replacing("HINT", with: hint(reply))])
    }

    @Test func `a callback to a route with notify shows the result of that route too`() async throws {
        _ = try await click("t:///none?x-success=t%3A%2F%2F%2Ftext%3Ft%3Dnext")
        let shown = [await dispatcher.commands.notification(), await dispatcher.commands.notification()]
        #expect(Set(shown) == [["t.none", "done"], ["Say it", "next"]])
    }

    @Test func `a notification has the result and the reason why its answer is lost`() async throws {
        dispatcher.apps.startOpeners(as: .failed("no app"))
        _ = try await click("t:///text?t=17&x-success=other%3Adone")
        #expect(await dispatcher.commands.notification() == ["The answer of t.text is lost", "no app\n17"])
    }
}
