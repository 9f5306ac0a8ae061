/// A thread's work, one piece after the other, and its timers: of a ``WorkThread``, or of a model of one.
package protocol WorkQueue: Sendable {
    /// Runs work after all earlier work. The caller does not wait for it.
    /// - Returns: False if the system has no thread for it now. Later work starts the thread then.
    @discardableResult
    func run(_ work: @escaping WorkThread.Work) -> Bool

    /// Runs work after a delay.
    /// - Returns: The number of the timer.
    @discardableResult
    func run(after delay: Duration, _ work: @escaping WorkThread.Work) -> Int

    /// Forgets the work of a timer that has not begun.
    func cancel(timer number: Int)

    /// Whether the caller is a piece of its work.
    var isCurrent: Bool { get }
}

extension WorkThread: WorkQueue {}
