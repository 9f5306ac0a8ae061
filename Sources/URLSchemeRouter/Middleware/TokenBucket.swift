/// A rate limit: so many uses in a second, and bursts of a given size.
package struct TokenBucket: Sendable {
    private var level: Double
    private var time: ContinuousClock.Instant

    /// Makes a full bucket.
    package init(burst: Int, now: ContinuousClock.Instant) {
        level = Double(burst)
        time = now
    }

    /// Takes one token. False if there is none.
    /// - Parameters:
    ///   - perSecond: How many tokens are added in a second.
    ///   - burst: The most tokens that the bucket can have.
    package mutating func take(perSecond: Double, burst: Int, now: ContinuousClock.Instant) -> Bool {
        level = min(Double(burst), level + max(0, (now - time) / .seconds(1)) * perSecond)
        time = max(time, now)
        guard level >= 1 else { return false }
        level -= 1
        return true
    }
}
