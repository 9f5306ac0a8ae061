import DispatcherMessages
import DispatcherRequests
import RequestRecord
import Testing
import UnixSystem

@testable import DispatcherService

/// Requests that wait for their turns, and a daemon that waits for all requests.
struct RequestLedgerTests {
    private let ledger = RequestLedger(limits: .init(running: 1, waiting: 1))

    private func accept(_ ids: [RequestID], in ledger: RequestLedger) throws(OutcomeError) {
        try ledger.with { shared throws(OutcomeError) in
            for id in ids { try shared.places.accept(id, at: .control) }
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `gives no second outcome to a request that gets its turn too late`() async throws {
        let ids = [RequestID(milliseconds: 0), RequestID(milliseconds: 0)]
        try accept(ids, in: ledger)
        try await ledger.startRunning(ids[0], route: "t.r", at: .control)
        #expect(ledger.with { $0.places.end(ids[1]) })
        ledger.finishRunning(route: "t.r", at: .control)
        try await ledger.startRunning(ids[1], route: "t.r", at: .control)
        #expect(!ledger.with { $0.places.end(ids[1]) })
    }

    @Test func `lets nobody in while draining, and says when the last one is out`() async throws {
        let id = RequestID(milliseconds: 0)
        try accept([id], in: ledger)
        ledger.with { $0.places.isDraining = true }
        #expect(throws: OutcomeError.self) { try accept([RequestID(milliseconds: 0)], in: ledger) }
        async let idle: Void = ledger.waitUntilIdle()
        ledger.forget(id)
        await idle
    }

    @Test(.timeLimit(.minutes(5)))
    func `runs one after the other past the limit`() async throws {
        let ids = [RequestID(milliseconds: 0), RequestID(milliseconds: 0)]
        try accept(ids, in: ledger)
        try await ledger.startRunning(ids[0], route: "t.r", at: .control)
        async let second: Void = ledger.startRunning(ids[1], route: "t.r", at: .control)
        ledger.finishRunning(route: "t.r", at: .control)
        try await second
        #expect(ledger.with { $0.places.counts }.running == 1)
        ledger.finishRunning(route: "t.r", at: .control)
        #expect(ledger.with { $0.places.counts }.running == 0)
    }

    @Test(.timeLimit(.minutes(5)))
    func `one that is cancelled while it waits ends as 503, and leaves no hole`() async throws {
        let ledger = RequestLedger(limits: .init(running: 1, waiting: 2))
        let ids = [RequestID(milliseconds: 0), RequestID(milliseconds: 0), RequestID(milliseconds: 0)]
        try accept(ids, in: ledger)
        try await ledger.startRunning(ids[0], route: "t.r", at: .control)
        let second = Task { try await ledger.startRunning(ids[1], route: "t.r", at: .control) }
        let third = Task { try await ledger.startRunning(ids[2], route: "t.r", at: .control) }
        second.cancel()
        await #expect(throws: OutcomeError(.draining, "interrupted: the daemon is stopping")) {
            try await second.value
        }
        ledger.finishRunning(route: "t.r", at: .control)
        try await third.value
        #expect(ledger.with { $0.places.counts }.running == 1)
        ledger.finishRunning(route: "t.r", at: .control)
        #expect(ledger.with { $0.places.counts }.running == 0)
    }

    @Test(.timeLimit(.minutes(5)))
    func `a request that waits for its turn is recorded first, and has its place in the queue then`() async throws {
        let ledger = RequestLedger(limits: .init(running: 1, waiting: 2))
        let ids = (0..<3).map { _ in RequestID(milliseconds: 0) }
        try accept(ids, in: ledger)
        try await ledger.startRunning(ids[0], route: "t.r", at: .control, unless: nil) {
            Issue.record("it does not wait")
        }
        // The turn comes while the row is written.
        try await ledger.startRunning(ids[1], route: "t.r", at: .control, unless: nil) {
            #expect(ledger.with { $0.places.counts }.running == 1)
            ledger.finishRunning(route: "t.r", at: .control)
        }
        // A request that cannot be recorded gives its turn back.
        await #expect(throws: OutcomeError(.draining, "no row")) {
            try await ledger.startRunning(ids[2], route: "t.r", at: .control, unless: nil) {
                () throws(OutcomeError) in
                ledger.finishRunning(route: "t.r", at: .control)
                throw OutcomeError(.draining, "no row")
            }
        }
        #expect(ledger.with { $0.places.counts }.running == 0)
        try await ledger.startRunning(ids[0], route: "t.r", at: .control)
    }

    @Test(.timeLimit(.minutes(5)))
    func `what would wait past the limit is refused, though it was let in, unless the journal has it`() async throws {
        let ledger = RequestLedger(limits: .init(running: 8, waiting: 0, concurrency: ["t.one": 1]))
        let ids = [RequestID(milliseconds: 0), RequestID(milliseconds: 0)]
        try accept(ids, in: ledger)
        try await ledger.startRunning(ids[0], route: "t.one", at: .control)
        await #expect(throws: OutcomeError(.draining, "no more than 0 requests may wait")) {
            try await ledger.startRunning(ids[1], route: "t.one", at: .control, unless: nil) {
                Issue.record("no row is written")
            }
        }
        ledger.with { $0.places.markRecorded(ids[1]) }
        async let second: Void = ledger.startRunning(ids[1], route: "t.one", at: .control)
        ledger.finishRunning(route: "t.one", at: .control)
        try await second
    }

    /// The runtime holds the lock of a task while it cancels the task, and takes that lock to resume the task.
    @Test(.timeLimit(.minutes(5)))
    func `a wake-up and a cancel at the same time stop neither thread`() async {
        let thread = WorkThread("test")
        for number in 1...20_000 {
            let id = RequestID(milliseconds: UInt64(number))
            let waiting = Task(executorPreference: TaskPool.shared) { [ledger] in
                await ledger.wait(for: id) { _ in Bool?.none }
            }
            thread.run { [ledger] in ledger.wake { _ in [id] } }
            waiting.cancel()
            #expect(await waiting.value == nil)
        }
    }
}
