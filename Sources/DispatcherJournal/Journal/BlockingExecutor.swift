import Dispatch

/// Runs an actor on a thread outside the cooperative pool: SQLite waits for the disk, and what waits there would stall
/// every task.
final class BlockingExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "xcallbackd.journal")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Runs a closure behind all that was begun before; its caller need not wait.
    func enqueue(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
