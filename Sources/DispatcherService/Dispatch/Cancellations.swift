import DispatcherMessages
import DispatcherRequests
import Synchronization
import XCallbackURL

/// The requests that wait or run, for those that cancel them.
final class Cancellations: Sendable {
    private struct Place {
        let context: IncomingRequest
        /// Cancels it by its end; nil once it has its outcome.
        var cancelling: AsyncStream<Never>.Continuation?
        var isCancelled = false
        /// Those that cancelled it, and wait for its outcome.
        var waiters: [CheckedContinuation<OutcomeReply?, Never>] = []
    }

    private let places = Mutex<[RequestID: Place]>([:])

    /// Carries out a request, which may be cancelled meanwhile: its command is killed then, and its worker is told. The
    /// outcome is a cancel, unless there is one that is no error.
    func perform(
        _ context: IncomingRequest, _ work: @escaping @Sendable () async -> EndedRequest
    ) async -> EndedRequest {
        let (cancels, cancelling) = AsyncStream.makeStream(of: Never.self)
        places.withLock { $0[context.id] = Place(context: context, cancelling: cancelling) }
        let ended = await withTaskGroup(of: EndedRequest?.self) { group in
            group.addTask { await work() }
            group.addTask {
                for await _ in cancels {}
                return nil
            }
            var ended = await group.next() ?? nil
            group.cancelAll()
            while ended == nil, let next = await group.next() { ended = next }
            return ended ?? EndedRequest(.received(context), failure: OutcomeError.interrupted)
        }
        let isCancelled = places.withLock { places in
            places[context.id]?.cancelling = nil
            return places[context.id]?.isCancelled ?? false
        }
        guard isCancelled, case .error = ended.outcome else { return ended }
        return EndedRequest(ended.progress, .cancel)
    }

    /// Reports the outcome of a request to those that cancelled it.
    func end(_ context: IncomingRequest, _ reply: OutcomeReply) {
        let waiters = places.withLock { $0.removeValue(forKey: context.id)?.waiters }
        for waiter in waiters ?? [] { waiter.resume(returning: reply) }
    }

    /// Cancels a request, by its id or the one that its client gave it, and waits for its outcome. Nil if none of that id
    /// waits or runs.
    func cancel(_ id: String) async -> OutcomeReply? {
        await withCheckedContinuation { waiter in
            let cancelling: AsyncStream<Never>.Continuation? = places.withLock { places in
                let key = places.first { key, place in
                    place.cancelling != nil && (key.description == id || place.context.submission.clientID == id)
                }?.key
                guard let key else { return nil }
                places[key]?.isCancelled = true
                places[key]?.waiters.append(waiter)
                return places[key]?.cancelling
            }
            if let cancelling { cancelling.finish() } else { waiter.resume(returning: nil) }
        }
    }
}
