/// How many requests run and wait.
package struct RequestLimits: Sendable, Hashable {
    /// The most runs at once.
    package var running: Int
    /// The most requests that wait.
    package var waiting: Int
    /// The most runs of a route at once, by its name.
    package var concurrency: [String: Int]

    package init(running: Int, waiting: Int, concurrency: [String: Int] = [:]) {
        self.running = running
        self.waiting = waiting
        self.concurrency = concurrency
    }
}
