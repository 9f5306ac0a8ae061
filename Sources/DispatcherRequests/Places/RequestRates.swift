package import DispatcherConfiguration
import DispatcherMessages
package import RequestRecord
import URLSchemeRouter
package import UnixSystem
package import XCallbackURL

/// Limits how often something may happen. Each socket has its own token buckets, so a web page does not use up the
/// tokens of scripts.
package struct RequestRates: Sendable {
    /// The limit of the desktop and agent sockets for a route that sets no limit.
    package static let standard = RoutePolicy.Rate(perSecond: 10, burst: 20)

    /// The limit for the refusals of one code in the log: mistakes must not hide the rest of the log.
    private struct Lines: Sendable {
        var bucket = TokenBucket()
        var omitted = 0
    }

    /// The interval for ten events a second, for everything but the requests of routes.
    private static let interval = Duration.milliseconds(100)
    /// The maximum number of wrong tokens or stray answers at once.
    private static let smallBurst = 10
    /// The maximum number of refusals at once.
    private static let largeBurst = 100

    /// The requests of the routes, by the names of the routes.
    private var routes = PerSocket<[String: TokenBucket]>(repeating: [:])
    private var wrongTokens = PerSocket(repeating: TokenBucket())
    private var strayAnswers = PerSocket(repeating: TokenBucket())
    private var refusals = PerSocket(repeating: TokenBucket())
    /// The logged refusals by their codes; 0 is for every code that a handler defines.
    private var lines = PerSocket<[Int: Lines]>(repeating: [:])
    /// The number of refused requests that are not in the journal.
    package private(set) var unrecorded = 0

    package init() {}

    /// Counts one request of a route, or throws 429.
    package mutating func admit(
        _ route: String, at door: Door, rate: RoutePolicy.Rate, now: Timestamp
    ) throws(OutcomeError) {
        let isAdmitted = routes[door][route, default: TokenBucket()]
            .take(every: .seconds(1) / rate.perSecond, burst: rate.burst, now: now.uptime)
        guard isAdmitted else {
            throw OutcomeError(
                .tooMany,
                "requests to route '\(route)' are limited to \(rate.perSecond) a second from the \(door.rawValue) socket, "
                    + "with a burst of \(rate.burst)", about: .route(route))
        }
    }

    /// Throws 429 if too many wrong tokens came from a socket: then even the right token is refused.
    package func checkTokens(at door: Door, now: Timestamp) throws(OutcomeError) {
        guard wrongTokens[door].hasTokens(every: Self.interval, burst: Self.smallBurst, now: now.uptime) else {
            throw OutcomeError(.tooMany, "too many wrong tokens from the \(door.rawValue) socket")
        }
    }

    package mutating func countWrongToken(at door: Door, now: Timestamp) {
        _ = wrongTokens[door].take(every: Self.interval, burst: Self.smallBurst, now: now.uptime)
    }

    /// Counts an answer for which no call waits.
    /// - Returns: False if there were too many such answers.
    package mutating func countStrayAnswer(at door: Door, now: Timestamp) -> Bool {
        strayAnswers[door].take(every: Self.interval, burst: Self.smallBurst, now: now.uptime)
    }

    /// Whether the journal records a request that is refused now: mistakes must not fill the journal. Counts the other
    /// refusals.
    package mutating func admitRefusal(at door: Door, now: Timestamp) -> Bool {
        let isAdmitted = refusals[door].take(every: Self.interval, burst: Self.largeBurst, now: now.uptime)
        if !isAdmitted { unrecorded += 1 }
        return isAdmitted
    }

    /// Counts a refused request for the log.
    /// - Returns: The number of earlier refusals of the code that were not logged; nil if this refusal is not logged.
    package mutating func admitLine(_ code: Int, at door: Door, now: Timestamp) -> Int? {
        let code = StandardCode(rawValue: code)?.rawValue ?? 0
        var lines = lines[door][code] ?? Lines()
        let isAdmitted = lines.bucket.take(every: Self.interval, burst: Self.largeBurst, now: now.uptime)
        let omitted = lines.omitted
        lines.omitted = isAdmitted ? 0 : omitted + 1
        self.lines[door][code] = lines
        return isAdmitted ? omitted : nil
    }
}
