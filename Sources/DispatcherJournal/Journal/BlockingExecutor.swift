import UnixSystem

/// Runs an actor on its own thread. SQLite waits for the disk, and a wait on the cooperative pool would stall every
/// task.
final class BlockingExecutor: SerialExecutor {
    private let thread: any WorkQueue

    init(on thread: any WorkQueue) { self.thread = thread }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        thread.run { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Runs a closure after all earlier work. The caller does not wait for the closure.
    func enqueue(_ work: @escaping @Sendable () -> Void) { thread.run(work) }

    /// Runs a closure after a delay.
    func enqueue(after delay: Duration, _ work: @escaping @Sendable () -> Void) { thread.run(after: delay, work) }

    func checkIsolated() { precondition(thread.isCurrent) }
}
