import DispatcherMessages
import DispatcherRequests
import Testing
import XCallbackURL

@testable import DispatcherService

/// Each request has one outcome and one claim, and drains in order.
struct RequestLedgerTests {
    private let ledger = RequestLedger(limits: .init(running: 1, waiting: 1))

    @Test
    func `gives an outcome and a claim once`() throws {
        let id = RequestID(milliseconds: 0)
        try ledger.accept(id, at: .control)
        #expect(!ledger.claim(id), "nothing is claimed before the outcome")
        #expect(ledger.end(id))
        #expect(!ledger.end(id))
        #expect(ledger.claim(id))
        #expect(!ledger.claim(id))
        ledger.forget(id)
        #expect(!ledger.end(id), "a request that is over stays over")
    }

    @Test(.timeLimit(.minutes(5)))
    func `gives no second outcome to a request that gets its turn too late`() async throws {
        let ids = [RequestID(milliseconds: 0), RequestID(milliseconds: 0)]
        for id in ids { try ledger.accept(id, at: .control) }
        try await ledger.startRunning(ids[0], route: "t.r", at: .control)
        #expect(ledger.end(ids[1]))
        ledger.finishRunning(route: "t.r", at: .control)
        try await ledger.startRunning(ids[1], route: "t.r", at: .control)
        #expect(!ledger.end(ids[1]))
    }

    @Test
    func `refuses at once what is past the limits, and lets in again when there is room`() throws {
        let first = RequestID(milliseconds: 0)
        try ledger.accept(first, at: .control)
        try ledger.accept(RequestID(milliseconds: 0), at: .control)
        #expect(throws: OutcomeError.self) { try ledger.accept(RequestID(milliseconds: 0), at: .control) }
        ledger.forget(first)
        try ledger.accept(RequestID(milliseconds: 0), at: .control)
    }

    @Test
    func `requests of the desktop socket take half of the places, and give them back`() throws {
        let ledger = RequestLedger(limits: .init(running: 4, waiting: 4))
        let ids = (0..<4).map { _ in RequestID(milliseconds: 0) }
        for id in ids { try ledger.accept(id, at: .desktop) }
        #expect(throws: OutcomeError(.draining, "4 requests of the desktop socket are already waiting")) {
            try ledger.accept(RequestID(milliseconds: 0), at: .desktop)
        }
        for _ in 0..<4 { try ledger.accept(RequestID(milliseconds: 0), at: .control) }
        #expect(throws: OutcomeError.self) { try ledger.accept(RequestID(milliseconds: 0), at: .control) }
        ledger.forget(ids[0])
        try ledger.accept(RequestID(milliseconds: 0), at: .desktop)
    }

    @Test
    func `lets nobody in while draining, and says when the last one is out`() async throws {
        let id = RequestID(milliseconds: 0)
        try ledger.accept(id, at: .control)
        ledger.startDraining()
        #expect(throws: OutcomeError.self) { try ledger.accept(RequestID(milliseconds: 0), at: .control) }
        async let idle: Void = ledger.waitUntilIdle()
        ledger.forget(id)
        await idle
    }

    @Test(.timeLimit(.minutes(5)))
    func `runs one after the other past the limit`() async throws {
        let ids = [RequestID(milliseconds: 0), RequestID(milliseconds: 0)]
        for id in ids { try ledger.accept(id, at: .control) }
        try await ledger.startRunning(ids[0], route: "t.r", at: .control)
        async let second: Void = ledger.startRunning(ids[1], route: "t.r", at: .control)
        ledger.finishRunning(route: "t.r", at: .control)
        try await second
        #expect(ledger.counts.running == 1)
        ledger.finishRunning(route: "t.r", at: .control)
        #expect(ledger.counts.running == 0)
    }

    @Test(.timeLimit(.minutes(5)))
    func `one that is cancelled while it waits ends as 503, and leaves no hole`() async throws {
        let ledger = RequestLedger(limits: .init(running: 1, waiting: 2))
        let ids = [RequestID(milliseconds: 0), RequestID(milliseconds: 0), RequestID(milliseconds: 0)]
        for id in ids { try ledger.accept(id, at: .control) }
        try await ledger.startRunning(ids[0], route: "t.r", at: .control)
        let second = Task { try await ledger.startRunning(ids[1], route: "t.r", at: .control) }
        let third = Task { try await ledger.startRunning(ids[2], route: "t.r", at: .control) }
        second.cancel()
        await #expect(throws: OutcomeError(.draining, "interrupted: the daemon is stopping")) {
            try await second.value
        }
        ledger.finishRunning(route: "t.r", at: .control)
        try await third.value
        #expect(ledger.counts.running == 1)
        ledger.finishRunning(route: "t.r", at: .control)
        #expect(ledger.counts.running == 0)
    }

    @Test(.timeLimit(.minutes(5)))
    func `a request that waits for its turn is recorded first, and has its place in the queue then`() async throws {
        let ledger = RequestLedger(limits: .init(running: 1, waiting: 2))
        let ids = (0..<3).map { _ in RequestID(milliseconds: 0) }
        for id in ids { try ledger.accept(id, at: .control) }
        try await ledger.startRunning(ids[0], route: "t.r", at: .control) { Issue.record("it does not wait") }
        // The turn comes while the row is written.
        try await ledger.startRunning(ids[1], route: "t.r", at: .control) {
            #expect(ledger.counts.running == 1)
            ledger.finishRunning(route: "t.r", at: .control)
        }
        // A request that cannot be recorded gives its turn back.
        await #expect(throws: OutcomeError(.draining, "no row")) {
            try await ledger.startRunning(ids[2], route: "t.r", at: .control) {
                () throws(OutcomeError) in
                ledger.finishRunning(route: "t.r", at: .control)
                throw OutcomeError(.draining, "no row")
            }
        }
        #expect(ledger.counts.running == 0)
        try await ledger.startRunning(ids[0], route: "t.r", at: .control)
    }

    @Test(.timeLimit(.minutes(5)))
    func `what would wait past the limit is refused, though it was let in, unless the journal has it`() async throws {
        let ledger = RequestLedger(limits: .init(running: 8, waiting: 0, concurrency: ["t.one": 1]))
        let ids = [RequestID(milliseconds: 0), RequestID(milliseconds: 0)]
        for id in ids { try ledger.accept(id, at: .control) }
        try await ledger.startRunning(ids[0], route: "t.one", at: .control)
        await #expect(throws: OutcomeError(.draining, "no more than 0 requests may wait")) {
            try await ledger.startRunning(ids[1], route: "t.one", at: .control) { Issue.record("no row is written") }
        }
        async let second: Void = ledger.startRunning(ids[1], route: "t.one", at: .control, isAccepted: true)
        ledger.finishRunning(route: "t.one", at: .control)
        try await second
    }
}
