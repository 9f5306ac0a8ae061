/// A queue of work, one item after the other, with timers: a ``WorkThread``, or a model of such a thread.
package protocol WorkQueue: Sendable {
    /// Runs work after all earlier work. The caller does not wait for it.
    /// - Returns: False if the system has no thread for the work now. Later work then starts the thread.
    @discardableResult
    func run(_ work: @escaping WorkThread.Work) -> Bool

    /// Runs work after a delay.
    /// - Returns: The number of the timer.
    @discardableResult
    func run(after delay: Duration, _ work: @escaping WorkThread.Work) -> Int

    /// Cancels a timer whose work has not begun.
    func cancel(timer number: Int)

    /// The reading of the timers' clock. Only differences between readings have a meaning. The clock does not advance while
    /// the machine sleeps.
    var now: Duration { get }

    /// Whether the caller is running as work of this queue.
    var isCurrent: Bool { get }
}
