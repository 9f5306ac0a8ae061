import DispatcherMessages
package import RequestRecord
package import UnixSystem

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
        case route(String)
        case door(Door)

        /// The reason why the user is not asked.
        package var reason: String {
            switch self {
            case .route(let name):
                "you refused '\(name)' three times, so you are not asked about it for five minutes"
            case .door(let door):
                "none of the last questions of the \(door.rawValue) socket got a yes, so its questions are not shown for five "
                    + "minutes; '\(Pause.resume(door))' ends that"
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

    private var refused = PerSocket<[String: [Timestamp]]>(repeating: [:])
    private var unanswered: [Door: Int] = [:]
    /// The times of the questions of each socket since the last yes.
    private var asked: [Door: [Timestamp]] = [:]
    private var ends = PerSocket<[Mute: Timestamp]>(repeating: [:])

    package init() {}

    /// Returns the mute that keeps a question from being asked; nil if the question may be asked.
    package func mute(of route: String, at door: Door, now: Timestamp) -> Mute? {
        [.route(route), .door(door)].first { mute in ends[door][mute].map { now.since($0) < Self.time } ?? false }
    }

    /// Ends the mutes of a socket, because the user asks for it.
    package mutating func end(at door: Door) {
        ends[door] = [:]
        (unanswered[door], asked[door]) = (nil, nil)
    }

    /// Records an answer.
    /// - Returns: The mutes that begin with the answer.
    package mutating func add(_ answer: Answer, to route: String, at door: Door, now: Timestamp) -> [Mute] {
        guard answer != .yes else {
            (unanswered[door], asked[door]) = (nil, nil)
            return []
        }
        var mutes: [Mute] = []
        if answer == .no {
            let times = Array((refused[door][route] ?? []).suffix(Self.refusals.limit - 1)) + [now]
            let isMuted = times.count == Self.refusals.limit && now.since(times[0]) <= Self.refusals.period
            refused[door][route] = isMuted ? nil : times
            if isMuted { mutes.append(.route(route)) }
        }
        unanswered[door] = answer == .none ? (unanswered[door] ?? 0) + 1 : nil
        let times = Array((asked[door] ?? []).suffix(Self.fruitless.limit - 1)) + [now]
        let isFruitless = times.count == Self.fruitless.limit && now.since(times[0]) <= Self.fruitless.period
        asked[door] = times
        if isFruitless || unanswered[door] == Self.unansweredLimit {
            (unanswered[door], asked[door]) = (nil, nil)
            mutes.append(.door(door))
        }
        for mute in mutes { ends[door][mute] = now }
        return mutes
    }
}
