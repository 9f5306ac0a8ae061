import UnixSystem

/// Runs an actor on its own thread. SQLite waits for the disk, and a wait on the cooperative pool would stall every
/// task.
final class BlockingExecutor: SerialExecutor {
    let thread: any WorkQueue

    init(on thread: any WorkQueue) { self.thread = thread }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        thread.run { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { precondition(thread.isCurrent) }
}
