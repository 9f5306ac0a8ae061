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

    /// Carries out a request, which may be cancelled meanwhile: its command is killed then, and its worker hears of it. The
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
        return EndedRequest(ended.progress, .cancel, cancelReason: .requested)
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
                let key = places.keys.filter { places[$0]?.cancelling != nil }.first { $0.description == id }
                guard let key = key ?? Self.request(of: id, in: places) else { return nil }
                places[key]?.isCancelled = true
                places[key]?.waiters.append(waiter)
                return places[key]?.cancelling
            }
            if let cancelling { cancelling.finish() } else { waiter.resume(returning: nil) }
        }
    }

    /// The request that a client gave an id. One of the user's own comes before one of the desktop, which chose its id.
    private static func request(of clientID: String, in places: [RequestID: Place]) -> RequestID? {
        let found = places.filter { $0.value.cancelling != nil && $0.value.context.submission.clientID == clientID }
        return (found.first { $0.value.context.submission.door == .control } ?? found.first)?.key
    }
}
