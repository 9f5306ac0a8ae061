/// The end of a started opener.
package struct OpenerEnd: Sendable {
    private let failures: AsyncStream<String>

    /// The time after the start in which a failure counts. An opener that ends later may be the browser that it
    /// started.
    static let period = Duration.seconds(10)

    static func reason(_ status: Int) -> String { "opener exited with \(status)" }

    init(_ failures: AsyncStream<String>) { self.failures = failures }

    /// Makes the end of an opener that is not watched.
    package init() { failures = AsyncStream { $0.finish() } }

    /// Waits until the opener has ended, at most ten seconds. Returns the reason if it ended with a failure.
    package func failure() async -> String? {
        await withTaskGroup(of: String?.self) { group in
            group.addTask {
                for await failure in failures { return failure }
                return nil
            }
            group.addTask {
                _ = await Deadline.wait(for: Self.period)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
