import DispatcherCommands
import DispatcherMessages
import DispatcherRequests
import RequestRecord
import UnixSystem

/// Lets openers wait for their turns, by the queue in the ledger.
struct OpenerTurns: Sendable {
    let ledger: RequestLedger
    let clock: Timestamp.Clock

    /// Waits until the opener of a request may start.
    /// - Parameter refusal: Ends the wait; nil for a callback, which nothing refuses any more.
    /// - Returns: The turn of the opener; nil if the task is cancelled, or the request is refused, while the opener waits.
    func wait(for id: RequestID, at door: Door, unless refusal: RequestLedger.Refusal? = nil) async -> OpenerTurn? {
        let number = ledger.with { $0.openers.enter(id, at: door) }
        ledger.wake { $0.openers.startNext() }
        if ledger.with({ $0.openers.waits(number) }) {
            _ = await ledger.wait(for: id, unless: refusal) { !$0.openers.waits(number) }
            // The turn may have come as the wait was cancelled.
            guard ledger.with({ !$0.openers.waits(number) }) else {
                end(number)
                return nil
            }
        }
        // An opener that does not end, such as a browser, makes room for the next.
        Deadline.timers.run(after: ledger.with { $0.openers.lifetime }) { end(number) }
        return OpenerTurn { end(number) }
    }

    /// Notes that an app gets a URL, which the app may give back to the desktop.
    func noteStart(of url: OutgoingURL) {
        let now = clock()
        ledger.with { $0.links.hand(url.text, to: "the app of \(url.scheme):", now: now) }
    }

    /// The number of openers that wait.
    var waitingCount: Int { ledger.with { $0.openers.waiting } }

    private func end(_ number: OpenerQueue.Number) { ledger.wake { $0.openers.end(number) } }
}

extension Admission {
    /// Waits until the URL of a route may be opened. Throws 503 when the task is cancelled, and the error of a decision
    /// that refuses the request before it has its turn.
    func waitForOpener(_ request: ApprovedRequest, in turns: OpenerTurns) async throws(OutcomeError) -> OpenerTurn {
        let turn = await turns.wait(for: received.id, at: received.submission.door, unless: refusal(of: request))
        try await decisions.checkWithFile(request)
        guard let turn, !Task.isCancelled else { throw .interrupted }
        return turn
    }
}
