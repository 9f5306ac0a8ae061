import DispatcherConfiguration
import DispatcherMessages
import Synchronization
import XCallbackURL

/// How often routes may be used: a token bucket for each route at each door, so that a web page uses up nothing of what
/// scripts have.
final class RouteRates: Sendable {
    private struct Key: Hashable {
        let route: String
        let door: Door
    }

    private struct Bucket {
        var level: Double
        var time: ContinuousClock.Instant
    }

    /// What holds at the untrusted door where the route says nothing.
    static let standard = RoutePolicy.Rate(perSecond: 10, burst: 20)

    private let buckets = Mutex<[Key: Bucket]>([:])

    /// Counts one request, or throws 429.
    func admit(
        _ route: String, door: Door, rate: RoutePolicy.Rate, now: ContinuousClock.Instant = .now
    ) throws(OutcomeError) {
        let isAdmitted = buckets.withLock { buckets in
            let key = Key(route: route, door: door)
            var bucket = buckets[key] ?? Bucket(level: Double(rate.burst), time: now)
            let gained = (now - bucket.time) / .seconds(1) * Double(rate.perSecond)
            bucket.level = min(Double(rate.burst), bucket.level + gained)
            bucket.time = now
            defer { buckets[key] = bucket }
            guard bucket.level >= 1 else { return false }
            bucket.level -= 1
            return true
        }
        guard isAdmitted else {
            throw OutcomeError(
                .tooMany,
                "route '\(route)' takes \(rate.perSecond) a second from the \(door.rawValue) door, with a burst of "
                    + "\(rate.burst)")
        }
    }
}
