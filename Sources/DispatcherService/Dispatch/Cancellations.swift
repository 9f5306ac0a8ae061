import DispatcherMessages
import DispatcherRequests
import UnixSystem
import XCallbackURL

/// The requests that wait or run. Cancels them by their ids.
final class Cancellations: Sendable {
    private struct Place {
        let received: ReceivedRequest
        /// The request that waits for the outcome of this request; nil if no request waits.
        let parent: RequestID?
        var work = Work.begins
        var isCancelled = false
        /// The error of a call whose time is over; nil while the call has time.
        var lateness: OutcomeError?
        /// The callers that cancelled the request, and wait for its outcome.
        var waiters: [CheckedContinuation<OutcomeReply?, Never>] = []

        var hasEnded: Bool { if case .ended = work { true } else { false } }
    }

    /// The work on a request.
    private enum Work {
        case begins
        case runs(Task<RequestResult, Never>)
        /// The request has its outcome.
        case ended
    }

    private let places = Lock<[RequestID: Place]>([:])

    /// Carries out a request, which may be cancelled meanwhile. The cancel kills the command of the request, or is sent
    /// to its worker. The outcome is then a cancel, unless the request ends with an outcome that is not an error.
    /// - Parameter parent: The request that waits for the outcome. A cancel of the parent cancels this request too. Nil
    ///   if no request waits.
    func perform(
        _ received: ReceivedRequest, of parent: RequestID? = nil, _ work: @escaping @Sendable () async -> RequestResult
    ) async -> RequestResult {
        // The work begins when its place can be found: a cancel may come as soon as other processes see the effects of
        // the work.
        places.withLock { $0[received.id] = Place(received: received, parent: parent) }
        // This is a separate task, because the function `cancel` could not cancel a child of a task group.
        let task = Task(executorPreference: TaskPool.preferred) { await work() }
        let wasCancelled = places.withLock { places in
            places[received.id]?.work = .runs(task)
            return places[received.id]?.isCancelled ?? false
        }
        if wasCancelled { task.cancel() }
        let ended = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        let (isCancelled, lateness) = places.withLock { places in
            places[received.id]?.work = .ended
            // A call whose own time is over reports that itself, with the details about its app.
            return (Self.isCancelled(received.id, in: places), parent.flatMap { Self.lateness(of: $0, in: places) })
        }
        guard case .error = ended.outcome else { return ended }
        if isCancelled { return RequestResult(ended.progress, .cancel, cancelReason: .requested) }
        guard let lateness, ended.isFailure else { return ended }
        return RequestResult(ended.progress, failure: lateness)
    }

    /// Marks that the time of a call is over. The requests that still run for the call are about to be cancelled, and
    /// end with the same error.
    func end(late call: RequestID, _ error: OutcomeError) { places.withLock { $0[call]?.lateness = error } }

    /// Whether a request was cancelled, or the request that waits for its outcome.
    func isCancelled(_ id: RequestID) -> Bool { places.withLock { Self.isCancelled(id, in: $0) } }

    private static func isCancelled(_ id: RequestID, in places: [RequestID: Place]) -> Bool {
        guard let place = places[id] else { return false }
        return place.isCancelled || place.parent.map { isCancelled($0, in: places) } ?? false
    }

    /// Returns the error of the call for which a request runs, if the time of the call is over.
    private static func lateness(of id: RequestID, in places: [RequestID: Place]) -> OutcomeError? {
        guard let place = places[id] else { return nil }
        return place.lateness ?? place.parent.flatMap { lateness(of: $0, in: places) }
    }

    /// Reports the outcome of a request to the callers that cancelled it.
    func end(_ received: ReceivedRequest, _ reply: OutcomeReply) {
        let place = places.withLock { $0.removeValue(forKey: received.id) }
        for waiter in place?.waiters ?? [] { waiter.resume(returning: reply) }
    }

    /// Cancels a request by its id, or by the id that its client gave it, and waits for its outcome. Returns nil if no
    /// request with this id waits or runs.
    func cancel(_ id: String) async -> OutcomeReply? {
        await withCheckedContinuation { waiter in
            places.withLock { places, after in
                let key = places.first { !$0.value.hasEnded && $0.key.description == id }?.key
                guard let key = key ?? Self.request(of: id, in: places) else {
                    return after { waiter.resume(returning: nil) }
                }
                places[key]?.isCancelled = true
                places[key]?.waiters.append(waiter)
                if case .runs(let task)? = places[key]?.work { after { task.cancel() } }
            }
        }
    }

    /// Returns the request to which a client gave an id. A request of the control socket comes before a request of the
    /// desktop socket, whose caller chose its id.
    private static func request(of clientID: String, in places: [RequestID: Place]) -> RequestID? {
        let found = places.filter { !$0.value.hasEnded && $0.value.received.submission.clientID == clientID }
        return (found.first { $0.value.received.submission.door == .control } ?? found.first)?.key
    }
}
