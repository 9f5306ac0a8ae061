/// The duration of each step of a request, in milliseconds: `{"waiting":0.4,"running":12}`.
package struct HistorySteps: Codable, Sendable, Hashable {
    /// The time from the acceptance of the request to the start of its handler.
    package var waiting: Milliseconds?
    /// The time from the start of the handler to the outcome.
    package var running: Milliseconds?
    /// The time from the outcome to the claim of the callback.
    package var claiming: Milliseconds?
    /// The time from the claim of the callback to its result.
    package var opening: Milliseconds?

    /// Returns nil if no step has ended.
    package init?(waiting: Duration?, running: Duration?, claiming: Duration?, opening: Duration?) {
        guard waiting ?? running ?? claiming ?? opening != nil else { return nil }
        self.waiting = waiting.map(Milliseconds.init)
        self.running = running.map(Milliseconds.init)
        self.claiming = claiming.map(Milliseconds.init)
        self.opening = opening.map(Milliseconds.init)
    }
}
