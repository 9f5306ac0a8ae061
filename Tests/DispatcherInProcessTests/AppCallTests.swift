import DispatcherRequests
import DispatcherScenarios
import RequestRecord
import Testing

@testable import DispatcherService

/// The answer of an app and the end of its call, in the same instant.
@Suite(.timeLimit(.minutes(5)))
struct AppCallTests {
    @Test func `an answer that was taken counts, though the wait of its call has ended`() async throws {
        let dispatcher = try await TestDispatcher.start("schemes: [t]\nroutes: []")
        let inner = dispatcher.dispatcher
        let submission = Submission(
            url: Array("app:go".utf8), kind: .call(timeout: .seconds(600), plusAsSpace: nil), door: .control)
        let id = inner.makeID()
        let context = ReceivedRequest(id: id, submission: submission, table: inner.table, begun: inner.now)
        let pending = try inner.calls.begin(AppCall(context, context.parse()), limit: 1)
        // The time runs out …
        let wait = Task { await inner.calls.wait(for: id) }
        wait.cancel()
        await wait.value
        // … and the answer comes before the call has looked.
        let url = try #require(pending[.success]) + "n=1"
        async let reply = dispatcher.reply(to: url)
        while inner.calls.waitingCount > 0 { await Task.yield() }
        #expect(inner.calls.conclude(id) == .success(["n": "1"]))
        inner.ledger.wake { $0.calls.endReply(to: id) }
        #expect(try await reply["outcome"] == "success")
        #expect(inner.calls.conclude(id) == nil)
        #expect(try await dispatcher.reply(to: url)["error"]?["code"] == 404)
    }
}
