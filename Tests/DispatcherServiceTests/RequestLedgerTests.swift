import Testing
import XCallbackURL

@testable import DispatcherService

/// Each request has one outcome and one claim, and drains in order.
struct RequestLedgerTests {
    private let ledger = RequestLedger(limits: .init(running: 1, waiting: 1))

    @Test
    func `gives an outcome and a claim once`() throws {
        let id = RequestID()
        try ledger.accept(id)
        #expect(!ledger.claim(id), "nothing is claimed before the outcome")
        #expect(ledger.end(id))
        #expect(!ledger.end(id))
        #expect(ledger.claim(id))
        #expect(!ledger.claim(id))
        ledger.settle(id)
        #expect(!ledger.end(id), "a request that is over stays over")
    }

    @Test
    func `refuses at once what is past the limits, and lets in again when there is room`() throws {
        let first = RequestID()
        try ledger.accept(first)
        try ledger.accept(RequestID())
        #expect(throws: OutcomeError.self) { try ledger.accept(RequestID()) }
        ledger.settle(first)
        try ledger.accept(RequestID())
    }

    @Test
    func `lets nobody in while draining, and says when the last one is out`() async throws {
        let id = RequestID()
        try ledger.accept(id)
        ledger.startDraining()
        #expect(throws: OutcomeError.self) { try ledger.accept(RequestID()) }
        async let idle: Void = ledger.waitUntilIdle()
        ledger.settle(id)
        await idle
    }

    @Test(.timeLimit(.minutes(1)))
    func `runs one after the other past the limit`() async throws {
        let ids = [RequestID(), RequestID()]
        for id in ids { try ledger.accept(id) }
        await ledger.startRunning(ids[0])
        async let second: Void = ledger.startRunning(ids[1])
        ledger.finishRunning()
        await second
        #expect(ledger.counts.running == 1)
        ledger.finishRunning()
        #expect(ledger.counts.running == 0)
    }
}
