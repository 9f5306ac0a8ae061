import Synchronization
import XCallbackURL

/// Middleware that ends requests above a rate with 429. The rate applies to each route separately, and to all
/// requests without a matching route together.
public final class RateLimit: Middleware {
    private let interval: Duration
    private let burst: Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let start: ContinuousClock.Instant
    private let buckets = Mutex<[String?: TokenBucket]>([:])

    /// Admits one request per interval, with bursts of up to `burst`.
    public convenience init(every interval: Duration, burst: Int = 1) {
        self.init(every: interval, burst: burst) { ContinuousClock.now }
    }

    package init(every interval: Duration, burst: Int, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.interval = interval
        self.burst = max(1, burst)
        self.now = now
        start = now()
    }

    /// Proceeds if the route's bucket has room.
    public func decide(_ request: RoutedRequest) -> MiddlewareDecision {
        let now = start.duration(to: now())
        let hasRoom = buckets.withLock { buckets in
            buckets[request.answering, default: TokenBucket()].take(every: interval, burst: burst, now: now)
        }
        guard hasRoom else { return .end(.error(OutcomeError(.tooMany, "too many requests; try again later"))) }
        return .proceed(request)
    }
}
