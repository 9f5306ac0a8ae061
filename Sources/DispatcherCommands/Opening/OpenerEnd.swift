import UnixSystem

/// The end of a started opener.
package struct OpenerEnd: Sendable {
    /// The reason why the opener failed; nil for an opener that ended without a failure.
    private let reason: Answer<String?>

    /// The time after the start in which a failure counts. An opener that ends later may be the browser that it
    /// started.
    static let period = Duration.seconds(10)

    static func reason(_ status: Int) -> String { "opener exited with \(status)" }

    init(_ reason: Answer<String?>) { self.reason = reason }

    /// Makes the end of an opener that is not watched.
    package init() { reason = Answer(.some(nil)) }

    /// Waits until the opener has ended, at most ten seconds. Returns the reason if it ended with a failure.
    package func failure() async -> String? {
        await Deadline.value(within: Self.period) { await reason.value() ?? nil } ?? nil
    }
}
