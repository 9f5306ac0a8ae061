import UnixSystem

/// Sends the journal's events to its listeners.
final class JournalSignals: Sendable {
    let statusChanges: AsyncStream<JournalStatus>
    private let status: AsyncStream<JournalStatus>.Continuation
    let losses: AsyncStream<JournalLoss>
    private let loss: AsyncStream<JournalLoss>.Continuation
    /// The ends of requests.
    let settlements = Changes()

    init() {
        (statusChanges, status) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (losses, loss) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func tell(_ status: JournalStatus) { self.status.yield(status) }

    func tell(_ loss: JournalLoss) { self.loss.yield(loss) }
}
