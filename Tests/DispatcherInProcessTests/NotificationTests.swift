import DispatcherMessages
import DispatcherScenarios
import QueryCoding
import TestSupport
import Testing
import XCallbackURL

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
          - {name: ask, path: /ask, desktop: ask, run: ["true"]}
        """

    private func start(_ routes: String = routes, settings: String = "") async throws -> TestDispatcher {
        try await TestDispatcher(
            Fixture(routes: ["t": routes], settings: "callbacks: {allow: [other]}\n" + settings))
    }

    @Test(arguments: [
        (OpenerStart.failed("no app is registered for other:"), "is", "no app is registered for other:"),
        // The app may have the answer.
        (.uncertain("nobody knows"), "may be", "nobody knows"),
    ])
    func `a click whose answer reaches no app is notified`(start: OpenerStart, verb: String, reason: String)
        async throws
    {
        let dispatcher = try await self.start()
        dispatcher.apps.startOpeners(as: start)
        let reply = try await dispatcher.reply(to: "t:///go?x-success=other%3Adone", door: .desktop)
        #expect(reply["outcome"] == "success")
        #expect(await dispatcher.commands.notification() == ["The answer of t.go \(verb) lost", reason])
    }

    @Test(arguments: [
        (CallbackReport(url: "other:x", state: .refused, reason: "it held secrets"), "it held secrets"),
        (CallbackReport(url: "other:x", state: .expired), "expired"),
    ])
    func `a callback that may not be opened is notified`(callback: CallbackReport, reason: String) async throws {
        let dispatcher = try await start()
        let submission = Submission(url: Array("t:///go".utf8), door: .desktop)
        let request = IncomingRequest(
            id: dispatcher.dispatcher.makeID(), submission: submission, table: dispatcher.dispatcher.table,
            begun: dispatcher.clock.now)
        dispatcher.dispatcher.notify(ofLossOf: callback, of: RequestProgress(reading: request))
        #expect(await dispatcher.commands.notification() == ["The answer of t.go is lost", reason])
    }

    @Test func `a click that fails is notified once, however many requests pass its error on`() async throws {
        let dispatcher = try await start()
        let reply = try await dispatcher.reply(to: "t:///in", door: .desktop)
        #expect(reply["error"]?["code"] == 1)
        #expect(await dispatcher.commands.notification() == ["t.in failed (1)", "the action failed"])
        // The next notification is that of the next click.
        _ = try await dispatcher.reply(to: "t:///fail", door: .desktop)
        #expect(await dispatcher.commands.notification()?.first == "t.fail failed (1)")
    }

    @Test func `a click that loses both its link and its answer is notified once`() async throws {
        let dispatcher = try await start()
        let (failures, failing) = AsyncStream<String>.makeStream()
        dispatcher.apps.startOpeners(as: .started(OpenerEnd(failures)))
        _ = try await dispatcher.reply(to: "t:///link?x-success=other%3Adone", door: .desktop)
        failing.yield("opener exited with 4")
        failing.yield("opener exited with 4")
        let notification = await dispatcher.commands.notification()
        #expect(notification?.first?.hasSuffix("of t.link may be lost") == true)
        #expect(notification?.last == "opener exited with 4")
        _ = try await dispatcher.reply(to: "t:///fail", door: .desktop)
        #expect(await dispatcher.commands.notification()?.first == "t.fail failed (1)")
    }

    @Test func `a no to the question is no news, whatever becomes of the x-cancel`() async throws {
        let dispatcher = try await start(settings: "prompt: [sh, answer, \"1\"]\n")
        dispatcher.apps.startOpeners(as: .failed("no app"))
        let reply = try await dispatcher.reply(to: "t:///ask?x-cancel=other%3Acancelled", door: .desktop)
        #expect(reply["outcome"] == "cancel" && reply["callback"]?["state"] == "failed")
        _ = try await dispatcher.reply(to: "t:///fail", door: .desktop)
        #expect(await dispatcher.commands.notification()?.first == "t.fail failed (1)")
    }

    @Test func `a script learns from its reply that the answer is lost`() async throws {
        let dispatcher = try await start()
        dispatcher.apps.startOpeners(as: .failed("no app"))
        let reply = try await dispatcher.reply(to: "t:///go?x-success=other%3Adone", door: .control)
        #expect(reply["callback"]?["reason"] == "no app")
        _ = try await dispatcher.reply(to: "t:///fail", door: .desktop)
        #expect(await dispatcher.commands.notification()?.first == "t.fail failed (1)")
    }
}
