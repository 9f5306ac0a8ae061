import DispatcherMessages
import DispatcherRequests
import DispatcherScenarios
import RequestRecord
import TestSupport
import Testing
import UnixSystem

@testable import DispatcherCommands
@testable import DispatcherService

/// A cancel of a request, and the requests for which it waits.
@Suite(.timeLimit(.minutes(5)))
struct CancelTests {
    @Test func `a cancel of a request leaves the callback of one that it waits for, and that has ended`() async throws {
        let dispatcher = try await TestDispatcher(
            """
            schemes: [t]
            routes:
              - {name: on, path: /on, open: "t:///run?x-success=app%3Adone"}
              - {name: run, path: /run, run: ["true"]}
            """)
        // The callback waits for its turn behind these.
        let turns = dispatcher.dispatcher.opener.turns
        let held = (0..<512).map { _ in Task { await turns.wait(for: RequestID(milliseconds: 0), at: .control) } }
        while turns.waitingCount < held.count - 64 { await Task.yield() }
        let inner = dispatcher.dispatcher
        let id = inner.makeID()
        let admission = try inner.admit(Submission(url: Array("t:///on".utf8), door: .control), as: id)
        let run = Task { await inner.work.run { await inner.carryOut(admission).reply } }
        while dispatcher.commands.vectors.isEmpty { await Task.yield() }
        async let cancelled = inner.cancellations.cancel(id.description)
        // The others leave after the cancel has come; a number of steps at most, for a request that has ended by then.
        for _ in 0..<100_000 where !inner.cancellations.isCancelled(id) { await Task.yield() }
        for wait in held { wait.cancel() }
        while turns.waitingCount > 1 { await Task.yield() }
        // The openers that have begun count no more.
        dispatcher.clock.pass(.seconds(2))
        #expect(await run.value.outcome == .success)
        _ = await cancelled
        #expect(dispatcher.apps.opened == ["app:done"])
        let row = try #require(try await dispatcher.history().first { $0["route"] == "t.run" })
        #expect(row["callback"]?["state"] == "opened", "\(row)")
    }

    /// A dispatcher with routes that lead to a closure of the program, which waits for ever.
    private func startWaiting(_ begun: @escaping @Sendable () -> Void) async throws -> TestDispatcher {
        let waiting = try CompiledRoute(
            "/wait", in: [.scheme(try #require(Scheme("p")))], name: "p.wait",
            handler: RouteHandler { () async throws -> Void in
                let (never, continuation) = AsyncStream.makeStream(of: Never.self)
                begun()
                for await _ in never {}
                withExtendedLifetime(continuation) {}
                throw CancellationError()
            })
        return try await TestDispatcher(
            """
            schemes: [t]
            routes:
              - {name: on, path: /on, open: "p:///wait?x-error=app%3Afailed&x-cancel=app%3Acancelled"}
              - {name: further, path: /further, open: "t:///on?x-error=app%3Afailed"}
            """, compiled: [waiting])
    }

    @Test(arguments: ["t:///on", "t:///further"])
    func `a cancel of a request is a cancel of the one that it waits for`(url: String) async throws {
        let (begun, begin) = AsyncStream.makeStream(of: Never.self)
        let dispatcher = try await startWaiting { begin.finish() }
        async let answer = dispatcher.answer("dispatch", ["url": .string(url), "id": "mine"], door: .control)
        for await _ in begun {}
        let cancelled = try await dispatcher.answer("cancel", ["id": "mine"], door: .control)
        #expect(cancelled["result"]?["outcome"] == "cancel")
        #expect(try await answer["result"] == cancelled["result"])
        #expect(dispatcher.apps.opened == ["app:cancelled"])
        for request in try await dispatcher.history() {
            #expect(request["outcome"] == "cancel" && request["reason"] == "on request", "\(request)")
        }
    }

    @Test func `what a call waits for ends with the error of the call when its time is over`() async throws {
        let dispatcher = try await startWaiting {}
        let reply = try await dispatcher.answer("call", ["url": "t:///further", "timeout": "50ms"], door: .control)
        #expect(reply["result"]?["error"]?["code"] == 408, "\(reply)")
        let rows = try await dispatcher.history()
        #expect(rows.count == 3)
        for row in rows { #expect(row["error"]?["message"] == "no answer within 0.05 seconds", "\(row)") }
    }
}
