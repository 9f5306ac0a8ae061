import DispatcherMessages
import DispatcherRequests
import DispatcherScenarios
import RequestRecord
import Testing
import UnixSystem

@testable import DispatcherCommands
@testable import DispatcherService

/// Callbacks that wait for their turn while all openers are taken.
@Suite(.timeLimit(.minutes(5)))
struct OpenerTurnTests {
    /// Takes the turns of all openers, and those of many more when their time has passed.
    private func takeTurns(of dispatcher: TestDispatcher) async -> [Task<OpenerTurn?, Never>] {
        let turns = dispatcher.dispatcher.opener.turns
        let held = (0..<512).map { _ in Task { await turns.wait(for: RequestID(milliseconds: 0), at: .control) } }
        while turns.waitingCount < held.count - 64 { await Task.yield() }
        return held
    }

    @Test func `a callback that has no turn before the daemon stops stays unclaimed`() async throws {
        let dispatcher = try await TestDispatcher.start("schemes: [t]\nroutes: []")
        let held = await takeTurns(of: dispatcher)
        dispatcher.dispatcher.work.interrupt()
        let reply = try await dispatcher.reply(to: "xcallback:///echo?x-success=app%3Adone")
        #expect(reply["outcome"] == "success" && reply["callback"] == nil)
        // To the journal it is not finished.
        #expect(try await dispatcher.history().isEmpty && dispatcher.apps.opened.isEmpty)
        withExtendedLifetime(held) {}
    }

    @Test(arguments: ["t:///open", "call"])
    func `a request that has no turn before the daemon stops ends as 503`(request: String) async throws {
        let dispatcher = try await TestDispatcher.start(
            "schemes: [t]\nroutes: [{name: open, path: /open, open: \"app:go\"}]")
        let held = await takeTurns(of: dispatcher)
        let id = dispatcher.dispatcher.makeID()
        let submission = Submission(
            url: Array((request == "call" ? "app:go" : request).utf8),
            kind: request == "call" ? .call(timeout: .seconds(600), plusAsSpace: nil) : .dispatch,
            door: .control)
        let admission = try dispatcher.dispatcher.admit(submission, as: id)
        let run = Task { await dispatcher.dispatcher.carryOut(admission).reply }
        run.cancel()
        let reply = await run.value
        #expect(reply.outcome.error == .interrupted)
        #expect(dispatcher.apps.opened.isEmpty)
        withExtendedLifetime(held) {}
    }

    @Test func `a callback that has its turn as the daemon stops is opened, and its state is known`() async throws {
        let dispatcher = try await TestDispatcher.start("schemes: [t]\nroutes: []")
        let end = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await dispatcher.reply(to: "xcallback:///echo?x-success=app%3Adone")
        }
        #expect(try await end.value["callback"]?["state"] == "opened")
        #expect(dispatcher.apps.opened == ["app:done"])
    }
}
