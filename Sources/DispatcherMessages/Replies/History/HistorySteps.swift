/// How long each step of a request took, in milliseconds: `{"waiting":0.4,"running":12}`.
package struct HistorySteps: Codable, Sendable, Hashable {
    /// From its acceptance to its handler's start.
    package var waiting: Milliseconds?
    /// From its handler's start to its outcome.
    package var running: Milliseconds?
    /// From its outcome to the claim of its callback.
    package var claiming: Milliseconds?
    /// From that claim to its result.
    package var opening: Milliseconds?

    /// Nil if none has ended.
    package init?(waiting: Duration?, running: Duration?, claiming: Duration?, opening: Duration?) {
        guard waiting ?? running ?? claiming ?? opening != nil else { return nil }
        self.waiting = waiting.map(Milliseconds.init)
        self.running = running.map(Milliseconds.init)
        self.claiming = claiming.map(Milliseconds.init)
        self.opening = opening.map(Milliseconds.init)
    }
}
