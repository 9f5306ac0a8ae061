package import DispatcherMessages
package import RequestRecord
package import UnixSystem

/// Decides which question the user sees: one question at a time, with a rest after each question. During the rest, a
/// click that was meant for the last dialog hits nothing. The sockets take turns.
package struct QuestionPlace: Sendable, Hashable {
    /// The next state of a request that waits for its question.
    package enum Turn: Sendable, Hashable {
        /// The question of the request is shown.
        case begins
        /// The user is not asked about the request.
        case muted(QuestionMutes.Mute)
        /// The daemon stops.
        case stops
    }

    /// The reason why a request cannot wait for its question.
    package enum Refusal: Error, Hashable {
        case muted(QuestionMutes.Mute)
        /// The maximum number of requests of the same socket waits already.
        case full
        /// The daemon stops.
        case stops
    }

    /// The number of requests of a socket that may wait while the user is asked about another one: a page could fill the
    /// screen with questions. A model makes several calls at once.
    private static func waitingLimit(at door: Door) -> Int { door == .agent ? 8 : 4 }

    /// The request whose dialog is open.
    private var open: QueuedRequest?
    private var waiting: [QueuedRequest] = []
    /// The requests whose turn came while they were muted.
    private var muted: [RequestID: QuestionMutes.Mute] = [:]
    /// The socket of the last question.
    private var lastDoor: Door?
    private var isResting = false
    package var mutes = QuestionMutes()
    package private(set) var isStopping = false

    /// The number of requests whose question is open or waits.
    package var count: Int { waiting.count + (open == nil ? 0 : 1) }

    /// The number of requests of a socket whose question is open or waits.
    func count(at door: Door) -> Int { (waiting + [open].compactMap(\.self)).count { $0.door == door } }

    package var isEmpty: Bool { count == 0 && muted.isEmpty }

    /// Returns the route of a request, if the question of that request is open or waits.
    package func askedRoute(of id: String) -> String? {
        (waiting + [open].compactMap(\.self)).first { $0.id.description == id }?.route
    }

    /// Lets a request wait for its question. Each call needs one ``leave(_:isShown:)``.
    package mutating func enter(
        _ id: RequestID, _ route: String, at door: Door, now: Timestamp
    ) throws(Refusal) {
        if isStopping { throw .stops }
        if let mute = mutes.mute(of: route, at: door, now: now) { throw .muted(mute) }
        let isFree = open == nil && !isResting
        guard waiting.count(where: { $0.door == door }) < Self.waitingLimit(at: door) + (isFree ? 1 : 0) else {
            throw .full
        }
        waiting.append(QueuedRequest(id: id, route: route, door: door))
    }

    /// Opens the next question, if no question is open. Refuses the questions of muted routes.
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

    /// Returns the next state of a request that has entered; nil while the request waits.
    package func turn(of id: RequestID) -> Turn? {
        if open?.id == id { return .begins }
        if let mute = muted[id] { return .muted(mute) }
        return isStopping ? .stops : nil
    }

    /// Frees the place of a request.
    /// - Parameter isShown: Whether the question of the request was shown, so that the next question comes after a
    ///   rest.
    /// - Returns: Whether a rest begins.
    package mutating func leave(_ id: RequestID, isShown: Bool) -> Bool {
        waiting.removeAll { $0.id == id }
        muted[id] = nil
        guard open?.id == id else { return false }
        open = nil
        isResting = isShown
        return isShown
    }

    package mutating func endRest() { isResting = false }

    /// Marks that the daemon stops, so that no other question is shown.
    /// - Returns: The requests that wait, and the request whose dialog is open.
    package mutating func stop() -> [RequestID] {
        isStopping = true
        return (waiting + [open].compactMap(\.self)).map(\.id)
    }
}
