package import DispatcherMessages
package import RequestRecord
package import UnixSystem

/// Decides which question the user sees: one question at a time, with a rest after each question, and none while the screen
/// is locked. During the rest, a click that was meant for the last dialog hits nothing. The sockets take turns.
package struct QuestionPlace: Sendable, Hashable {
    /// The next state of a request that waits for its question.
    package enum Turn: Sendable, Hashable {
        /// The question of the request is shown.
        case begins
        case refused(Refusal)
    }

    /// The reason why the user is not asked about a request.
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

    private enum Screen: Sendable, Hashable {
        case free
        /// The dialog of a request is open.
        case shows(QueuedRequest)
        /// A dialog has just been closed.
        case rests
        /// The screen was locked when a question was to be shown.
        case locked
    }

    private var screen = Screen.free
    private var waiting: [QueuedRequest] = []
    /// The requests whose turn came while they were muted.
    private var muted: [RequestID: QuestionMutes.Mute] = [:]
    /// The socket of the last question.
    private var lastDoor: Door?
    package var mutes = QuestionMutes()
    package private(set) var isStopping = false

    /// The request whose dialog is open.
    private var open: QueuedRequest? { if case .shows(let request) = screen { request } else { nil } }

    /// The requests whose question is open or waits.
    private var requests: [QueuedRequest] { waiting + [open].compactMap(\.self) }

    /// Whether requests wait for the screen to be unlocked.
    package var isLocked: Bool { screen == .locked && !waiting.isEmpty }

    /// The number of requests whose question is open or waits.
    package var count: Int { requests.count }

    /// The number of requests of a socket whose question is open or waits.
    func count(at door: Door) -> Int { requests.count { $0.door == door } }

    package var isEmpty: Bool { count == 0 && muted.isEmpty }

    /// Returns the route of a request, if the question of that request is open or waits.
    package func askedRoute(of id: String) -> String? {
        requests.first { $0.id.description == id }?.route
    }

    /// Lets a request wait for its question. Each call needs one ``leave(_:isShown:)``.
    package mutating func enter(
        _ id: RequestID, _ route: String, at door: Door, now: Timestamp
    ) throws(Refusal) {
        if isStopping { throw .stops }
        if let mute = mutes.mute(of: route, at: door, now: now) { throw .muted(mute) }
        let limit = Self.waitingLimit(at: door) + (screen == .free ? 1 : 0)
        guard waiting.count(where: { $0.door == door }) < limit else { throw .full }
        waiting.append(QueuedRequest(id: id, route: route, door: door))
    }

    /// Opens the next question, if the screen is free. Refuses the questions of muted routes.
    /// - Returns: The requests whose turn has come.
    package mutating func callNext(now: Timestamp) -> [RequestID] {
        var called: [RequestID] = []
        while screen == .free, !waiting.isEmpty {
            let index = waiting.firstIndex { $0.door != lastDoor } ?? 0
            let next = waiting.remove(at: index)
            called.append(next.id)
            if let mute = mutes.mute(of: next.route, at: next.door, now: now) {
                muted[next.id] = mute
            } else {
                (screen, lastDoor) = (.shows(next), next.door)
            }
        }
        return called
    }

    /// Returns the next state of a request that has entered; nil while the request waits.
    package func turn(of id: RequestID) -> Turn? {
        if open?.id == id { return .begins }
        if let mute = muted[id] { return .refused(.muted(mute)) }
        return isStopping ? .refused(.stops) : nil
    }

    /// Frees the place of a request.
    /// - Parameter isShown: Whether the question of the request was shown, so that the next question comes after a
    ///   rest.
    /// - Returns: Whether a rest begins.
    package mutating func leave(_ id: RequestID, isShown: Bool) -> Bool {
        waiting.removeAll { $0.id == id }
        muted[id] = nil
        guard open?.id == id else { return false }
        screen = isShown ? .rests : .free
        return isShown
    }

    /// Lets the request whose turn has come wait again, before all others, because the screen is locked.
    package mutating func lock() {
        guard let open else { return }
        waiting.insert(open, at: 0)
        (screen, lastDoor) = (.locked, nil)
    }

    /// Ends a rest, or a lock of the screen.
    package mutating func freeScreen() { screen = .free }

    /// Marks that the daemon stops, so that no other question is shown.
    /// - Returns: The requests that wait, and the request whose dialog is open.
    package mutating func stop() -> [RequestID] {
        isStopping = true
        return requests.map(\.id)
    }
}

/// A request that waits for a turn: to run, or to have its question shown.
struct QueuedRequest: Sendable, Hashable {
    let id: RequestID
    let route: String
    let door: Door
}

/// Keeps a page or an agent from asking again and again. Mutes a route that the user refuses. Mutes the questions of a
/// socket if the user does not answer them, or answers them only with no. The answers to the questions of a socket mute
/// nothing on the other sockets: an agent could otherwise mute the questions about clicks.
package struct QuestionMutes: Sendable, Hashable {
    package enum Answer: Sendable, Hashable {
        case yes, no
        /// The dialog was closed, or timed out.
        case none
    }

    /// The questions that are muted.
    package enum Mute: Sendable, Hashable {
        case route(String, Door)
        case door(Door)

        /// The reason why the user is not asked, which an agent gets too.
        package var reason: String {
            switch self {
            case .route(let name, _):
                "the user refused '\(name)' three times, so no question about it is shown for five minutes"
            case .door(let door):
                "none of the last questions of the \(door.rawValue) socket got a yes, so its questions are not shown for five "
                    + "minutes"
            }
        }

        /// The command that ends the mute, for the user alone.
        package var cure: String {
            switch self {
            case .route(_, let door), .door(let door): "; '\(PauseTarget.socket(door).resume)' ends that"
            }
        }
    }

    private static let time = Duration.seconds(300)
    /// The number of refusals of a route within the period that mutes the route.
    private static let refusals = (limit: 3, period: Duration.seconds(60))
    /// The number of unanswered questions of a socket in a row that mutes the socket.
    private static let unansweredLimit = 3
    /// The number of questions of a socket without a yes within the period that mutes the socket.
    private static let fruitless = (limit: 6, period: Duration.seconds(600))

    /// The answers to the questions of one socket.
    private struct Answers: Sendable, Hashable {
        /// The times of the refusals, by the names of their routes.
        var refused: [String: [Timestamp]] = [:]
        /// The number of questions without an answer in a row.
        var unanswered = 0
        /// The times of the questions since the last yes.
        var asked: [Timestamp] = []
        /// The times at which the mutes began.
        var mutes: [Mute: Timestamp] = [:]
    }

    private var answers: [Door: Answers] = [:]

    package init() {}

    /// Returns the mute that keeps a question from being asked; nil if the question may be asked.
    package func mute(of route: String, at door: Door, now: Timestamp) -> Mute? {
        [.route(route, door), .door(door)].first { mute in
            answers[door]?.mutes[mute].map { now.since($0) < Self.time } ?? false
        }
    }

    /// The mutes that have not ended, in words: `until 09:30:00: the user refused …`.
    package func texts(at now: Timestamp) -> [String] {
        answers.values.flatMap(\.mutes).filter { now.since($0.value) < Self.time }.map { mute, begun in
            "until \(LocalTime(begun.advanced(by: Self.time)).brief): \(mute.reason + mute.cure)"
        }.sorted()
    }

    /// Ends the mutes of a socket, because the user asks for it.
    package mutating func end(at door: Door) {
        answers[door] = Answers(refused: answers[door]?.refused ?? [:])
    }

    /// Records an answer.
    /// - Returns: The mutes that begin with the answer.
    package mutating func add(_ answer: Answer, to route: String, at door: Door, now: Timestamp) -> [Mute] {
        var answers = self.answers[door] ?? Answers()
        defer { self.answers[door] = answers }
        guard answer != .yes else {
            (answers.unanswered, answers.asked) = (0, [])
            return []
        }
        var mutes: [Mute] = []
        if answer == .no {
            let times = Array((answers.refused[route] ?? []).suffix(Self.refusals.limit - 1)) + [now]
            let isMuted = times.count == Self.refusals.limit && now.since(times[0]) <= Self.refusals.period
            answers.refused[route] = isMuted ? nil : times
            if isMuted { mutes.append(.route(route, door)) }
        }
        answers.unanswered = answer == .none ? answers.unanswered + 1 : 0
        let times = Array(answers.asked.suffix(Self.fruitless.limit - 1)) + [now]
        let isFruitless = times.count == Self.fruitless.limit && now.since(times[0]) <= Self.fruitless.period
        answers.asked = times
        if isFruitless || answers.unanswered == Self.unansweredLimit {
            (answers.unanswered, answers.asked) = (0, [])
            mutes.append(.door(door))
        }
        for mute in mutes { answers.mutes[mute] = now }
        return mutes
    }
}
