import DispatcherMessages
import DispatcherRequests
import RequestRecord
import UnixSystem
import XCallbackURL

/// The requests that wait or run. Cancels them by their ids.
final class Cancellations: Sendable {
    private struct Place {
        let received: ReceivedRequest
        /// The request that waits for the outcome of this request; nil if no request waits.
        let parent: RequestID?
        /// The piece of work that runs the request; nil for work that cannot be cancelled.
        let piece: BackgroundWork.Piece?
        /// The error of a call whose time is over; nil while the call has time.
        var lateness: OutcomeError?
        /// The outcome, for the callers that cancelled the request; nil while no caller has cancelled it.
        var cancel: Answer<OutcomeReply>?
    }

    private let places = Lock<[RequestID: Place]>([:])
    private let work: BackgroundWork

    init(work: BackgroundWork) { self.work = work }

    /// Lets a request wait, once the work begins. From here on, a cancel cancels the current piece of work, which runs the
    /// request: this kills the command of the request, or is sent to its worker. The outcome is then a cancel, unless
    /// the request ends with an outcome that is not an error.
    /// - Parameter parent: The request that waits for the outcome. A cancel of the parent cancels this request too. Nil
    ///   if no request waits.
    func begin(_ received: ReceivedRequest, of parent: RequestID?) async {
        let place = Place(received: received, parent: parent, piece: .current)
        places.withLock { places in if places[received.id] == nil { places[received.id] = place } }
        await work.leaveEventLoop()
    }

    /// The wait of a request whose work has ended.
    enum Wait: Sendable {
        /// The request has waited for nothing.
        case none
        case waited
        /// The piece of work that runs the request was cancelled for it. The callers that cancelled the request wait for
        /// its outcome.
        case cancelled(Answer<OutcomeReply>)
    }

    /// Ends the work of a request. From here on it is not cancelled. Returns its result.
    func end(
        _ ended: Conclusion, of received: ReceivedRequest, _ parent: RequestID?
    ) -> (Conclusion, Wait) {
        let (place, isCancelled, lateness) = places.withLock { places in
            let place = places.removeValue(forKey: received.id)
            let isCancelled = place?.cancel != nil || parent.map { Self.isCancelled($0, in: places) } ?? false
            // A call whose own time is over reports that itself, with the details about its app.
            return (place, isCancelled, parent.flatMap { Self.lateness(of: $0, in: places) })
        }
        let wait = place.map { $0.cancel.map(Wait.cancelled) ?? .waited } ?? .none
        guard case .error = ended.outcome else { return (ended, wait) }
        if isCancelled { return (Conclusion(ended.progress, .cancel, cancelReason: .requested), wait) }
        guard let lateness, ended.standing == .refused else { return (ended, wait) }
        return (Conclusion(ended.progress, failure: lateness), wait)
    }

    /// Marks that the time of a call is over. The requests that still run for the call are about to be cancelled, and
    /// end with the same error.
    func end(late call: RequestID, _ error: OutcomeError) { places.withLock { $0[call]?.lateness = error } }

    /// Whether a request was cancelled, or the request that waits for its outcome.
    func isCancelled(_ id: RequestID) -> Bool { places.withLock { Self.isCancelled(id, in: $0) } }

    private static func isCancelled(_ id: RequestID, in places: [RequestID: Place]) -> Bool {
        guard let place = places[id] else { return false }
        return place.cancel != nil || place.parent.map { isCancelled($0, in: places) } ?? false
    }

    /// Returns the error of the call for which a request runs, if the time of the call is over.
    private static func lateness(of id: RequestID, in places: [RequestID: Place]) -> OutcomeError? {
        guard let place = places[id] else { return nil }
        return place.lateness ?? place.parent.flatMap { lateness(of: $0, in: places) }
    }

    /// Cancels a request by its id, or by the id that its client gave it, and waits for its outcome. Returns nil if no
    /// request with this id waits or runs.
    func cancel(_ id: String) async -> OutcomeReply? {
        let reply = places.withLock { places, after -> Answer<OutcomeReply>? in
            let key = places.keys.first { $0.description == id } ?? Self.request(of: id, in: places)
            guard let key, let place = places[key] else { return nil }
            let reply = place.cancel ?? Answer()
            places[key]?.cancel = reply
            if let piece = place.piece { after { self.work.cancel(piece) } }
            return reply
        }
        return await reply?.value {}
    }

    /// Returns the request to which a client gave an id. A request of the control socket comes before a request of the
    /// desktop socket, whose caller chose its id.
    private static func request(of clientID: String, in places: [RequestID: Place]) -> RequestID? {
        let found = places.filter { $0.value.received.submission.clientID == clientID }
        return (found.first { $0.value.received.submission.door == .control } ?? found.first)?.key
    }
}
