/// The limits of the requests that run and wait.
package struct RequestLimits: Sendable, Hashable {
    /// The maximum number of runs at once.
    package var running: Int
    /// The maximum number of requests that wait.
    package var waiting: Int
    /// The maximum number of runs of a route at once, by the name of the route.
    package var concurrency: [String: Int]

    package init(running: Int, waiting: Int, concurrency: [String: Int] = [:]) {
        self.running = running
        self.waiting = waiting
        self.concurrency = concurrency
    }
}
