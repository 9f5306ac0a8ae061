package import DispatcherMessages
package import UnixSystem

/// The place of the question that the user sees: one at a time, with a rest after each, in which a click that was meant for the
/// last dialog hits nothing. The sockets take turns.
package struct QuestionPlace: Sendable, Hashable {
    /// What becomes of a request that waits for its question.
    package enum Turn: Sendable, Hashable {
        /// Its question is shown.
        case begins
        /// It is not asked about.
        case muted(QuestionMutes.Mute)
        /// The daemon stops.
        case stops
    }

    /// Why a request cannot wait for its question.
    package enum Refusal: Error, Hashable {
        case muted(QuestionMutes.Mute)
        /// As many requests of its socket wait as may.
        case full
        /// The daemon stops.
        case stops
    }

    /// So many requests of a socket wait while another one is asked about: a page could fill the screen with questions.
    private static let waitingLimit = 4

    /// The request whose dialog is open.
    private var open: QueuedRequest?
    private var waiting: [QueuedRequest] = []
    /// The requests whose turn came while they were muted.
    private var muted: [RequestID: QuestionMutes.Mute] = [:]
    /// The socket of the last question.
    private var lastDoor: Door?
    private var isResting = false
    private var mutes = QuestionMutes()
    package private(set) var isStopping = false

    /// The number of the requests that are asked about or wait for that.
    package var count: Int { waiting.count + (open == nil ? 0 : 1) }

    package var isEmpty: Bool { count == 0 && muted.isEmpty }

    /// The route of a request, if the user is asked about that request, or will be.
    package func askedRoute(of id: String) -> String? {
        (waiting + [open].compactMap(\.self)).first { $0.id.description == id }?.route
    }

    /// Lets a request wait for its question. It needs one ``leave(_:isShown:)``.
    package mutating func enter(
        _ id: RequestID, _ route: String, at door: Door, now: Timestamp
    ) throws(Refusal) {
        if isStopping { throw .stops }
        if let mute = mutes.mute(of: route, at: door, now: now) { throw .muted(mute) }
        let isFree = open == nil && !isResting
        guard waiting.count(where: { $0.door == door }) < Self.waitingLimit + (isFree ? 1 : 0) else { throw .full }
        waiting.append(QueuedRequest(id: id, route: route, door: door))
    }

    /// Opens the next question, if none is open. The questions of muted routes are refused.
    /// - Returns: The requests whose turn has come.
    package mutating func callNext(now: Timestamp) -> [RequestID] {
        var called: [RequestID] = []
        while open == nil, !isResting, !waiting.isEmpty {
            let index = waiting.firstIndex { $0.door != lastDoor } ?? 0
            let next = waiting.remove(at: index)
            called.append(next.id)
            if let mute = mutes.mute(of: next.route, at: next.door, now: now) {
                muted[next.id] = mute
            } else {
                (open, lastDoor) = (next, next.door)
            }
        }
        return called
    }

    /// What becomes of a request that has entered; nil while it waits.
    package func turn(of id: RequestID) -> Turn? {
        if open?.id == id { return .begins }
        if let mute = muted[id] { return .muted(mute) }
        return isStopping ? .stops : nil
    }

    /// Frees the place of a request.
    /// - Parameter isShown: Whether its question was shown, so that the next one comes after the rest.
    /// - Returns: Whether the rest begins.
    package mutating func leave(_ id: RequestID, isShown: Bool) -> Bool {
        waiting.removeAll { $0.id == id }
        muted[id] = nil
        guard open?.id == id else { return false }
        open = nil
        isResting = isShown
        return isShown
    }

    package mutating func endRest() { isResting = false }

    /// Notes an answer.
    /// - Returns: The mutes that begin with it.
    package mutating func add(
        _ answer: QuestionMutes.Answer, to route: String, at door: Door, now: Timestamp
    ) -> [QuestionMutes.Mute] {
        mutes.add(answer, to: route, at: door, now: now)
    }

    /// The daemon stops: no other question is shown.
    /// - Returns: The requests that wait, and the one whose dialog is open.
    package mutating func stop() -> [RequestID] {
        isStopping = true
        return (waiting + [open].compactMap(\.self)).map(\.id)
    }
}
