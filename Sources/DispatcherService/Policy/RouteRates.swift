import DispatcherConfiguration
import Synchronization
import XCallbackURL

/// How often the untrusted door may use a route: a token bucket for each.
final class RouteRates: Sendable {
    private struct Bucket {
        var level: Double
        var time: ContinuousClock.Instant
    }

    /// What holds where the route says nothing.
    static let standard = RouteDefinition.Rate(perSecond: 10, burst: 20)

    private let buckets = Mutex<[String: Bucket]>([:])

    /// Counts one request, or throws 429.
    func admit(_ route: String, rate: RouteDefinition.Rate, now: ContinuousClock.Instant = .now) throws(OutcomeError) {
        let isAdmitted = buckets.withLock { buckets in
            var bucket = buckets[route] ?? Bucket(level: Double(rate.burst), time: now)
            let gained = (now - bucket.time) / .seconds(1) * Double(rate.perSecond)
            bucket.level = min(Double(rate.burst), bucket.level + gained)
            bucket.time = now
            defer { buckets[route] = bucket }
            guard bucket.level >= 1 else { return false }
            bucket.level -= 1
            return true
        }
        guard isAdmitted else {
            throw OutcomeError(
                .tooMany,
                "route '\(route)' takes \(rate.perSecond) a second from the desktop, with a burst of \(rate.burst)")
        }
    }
}
