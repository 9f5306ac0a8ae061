/// A rate limit: one use in each interval, and bursts of a given size.
package struct TokenBucket: Sendable {
    /// The time when the bucket will be full again.
    private var full: ContinuousClock.Instant?

    /// Makes a full bucket.
    package init() {}

    /// Takes one token. False if there is none.
    /// - Parameters:
    ///   - interval: The time in which a token is added.
    ///   - burst: The most tokens that the bucket can have.
    package mutating func take(every interval: Duration, burst: Int, now: ContinuousClock.Instant) -> Bool {
        guard hasTokens(every: interval, burst: burst, now: now) else { return false }
        full = max(full ?? now, now) + interval
        return true
    }

    /// Whether one token could be taken.
    package func hasTokens(every interval: Duration, burst: Int, now: ContinuousClock.Instant) -> Bool {
        now.duration(to: max(full ?? now, now) + interval) <= interval * burst
    }
}
