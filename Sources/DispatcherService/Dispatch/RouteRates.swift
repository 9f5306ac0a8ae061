import DispatcherConfiguration
import DispatcherMessages
import Synchronization
import URLSchemeRouter
import UnixSystem
import XCallbackURL

/// How often routes may be used: a token bucket for each route and socket, so that a web page uses up nothing of what
/// scripts have.
final class RouteRates: Sendable {
    /// The limit of the desktop socket for a route that sets none.
    static let standard = RoutePolicy.Rate(perSecond: 10, burst: 20)

    /// Those of each socket, by the names of the routes.
    private let buckets = Mutex(ByDoor<[String: TokenBucket]>(repeating: [:]))
    /// The wrong tokens of each socket.
    private let wrongTokens = Mutex(ByDoor(repeating: TokenBucket()))
    /// The wrong tokens that each socket may bring: that many a second, and that many at once.
    private static let wrongTokenLimit = 10

    /// Counts one request, or throws 429.
    func admit(
        _ route: String, door: Door, rate: RoutePolicy.Rate, now: Timestamp
    ) throws(OutcomeError) {
        let isAdmitted = buckets.withLock { buckets in
            buckets[door][route, default: TokenBucket()]
                .take(every: .seconds(1) / rate.perSecond, burst: rate.burst, now: now.uptime)
        }
        guard isAdmitted else {
            throw OutcomeError(
                .tooMany,
                "route '\(route)' takes \(rate.perSecond) a second from the \(door.rawValue) socket, with a burst of "
                    + "\(rate.burst)")
        }
    }

    /// Throws 429 while a socket has brought too many wrong tokens: then the right one is not found among them either.
    func checkTokens(at door: Door, now: Timestamp) throws(OutcomeError) {
        let limit = Self.wrongTokenLimit
        let isAdmitted = wrongTokens.withLock {
            $0[door].hasTokens(every: .seconds(1) / limit, burst: limit, now: now.uptime)
        }
        guard isAdmitted else {
            throw OutcomeError(.tooMany, "too many wrong tokens from the \(door.rawValue) socket")
        }
    }

    /// Counts a wrong token.
    func countWrongToken(at door: Door, now: Timestamp) {
        let limit = Self.wrongTokenLimit
        _ = wrongTokens.withLock {
            $0[door].take(every: .seconds(1) / limit, burst: limit, now: now.uptime)
        }
    }
}
