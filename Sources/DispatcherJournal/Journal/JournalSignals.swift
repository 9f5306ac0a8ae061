import Synchronization

/// Sends the journal's events to its listeners.
final class JournalSignals: Sendable {
    let statusChanges: AsyncStream<JournalStatus>
    private let status: AsyncStream<JournalStatus>.Continuation
    let losses: AsyncStream<JournalLoss>
    private let loss: AsyncStream<JournalLoss>.Continuation
    private let listeners = Mutex(Listeners())

    private struct Listeners {
        var next = 0
        var continuations: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    init() {
        (statusChanges, status) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (losses, loss) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func tell(_ status: JournalStatus) { self.status.yield(status) }

    func tell(_ loss: JournalLoss) { self.loss.yield(loss) }

    /// Adds a listener, until its stream is released.
    func settlements() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = listeners.withLock { listeners in
            listeners.next += 1
            listeners.continuations[listeners.next] = continuation
            return listeners.next
        }
        continuation.onTermination = { _ in self.listeners.withLock { $0.continuations[number] = nil } }
        return stream
    }

    /// Wakes the listeners, the oldest first.
    func sendSettlement() {
        listeners.withLock { for (_, one) in $0.continuations.sorted(by: { $0.key < $1.key }) { one.yield() } }
    }
}
