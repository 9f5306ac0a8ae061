/// A rate limit: one use in each interval, and bursts of a given size.
package struct TokenBucket: Sendable {
    /// The time when the bucket will be full again.
    private var full: Duration?

    /// Makes a full bucket.
    package init() {}

    /// Takes one token. Returns false if the bucket is empty.
    /// - Parameters:
    ///   - interval: The time in which a token is added.
    ///   - burst: The maximum number of tokens in the bucket.
    ///   - now: The time since an instant that is the same for each use.
    package mutating func take(every interval: Duration, burst: Int, now: Duration) -> Bool {
        guard hasTokens(every: interval, burst: burst, now: now) else { return false }
        full = max(full ?? now, now) + interval
        return true
    }

    /// Whether the bucket has at least one token.
    package func hasTokens(every interval: Duration, burst: Int, now: Duration) -> Bool {
        max(full ?? now, now) + interval - now <= interval * burst
    }
}
