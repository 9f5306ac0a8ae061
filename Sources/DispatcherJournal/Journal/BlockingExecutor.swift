import Dispatch

/// Runs an actor on its own thread. SQLite waits for the disk, and a wait on the cooperative pool would stall every
/// task.
final class BlockingExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "xcallbackd.journal")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Runs a closure after all earlier work. The caller does not wait for it.
    func enqueue(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    /// Runs a closure after a delay.
    func enqueue(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + .milliseconds(Int(delay / .milliseconds(1))), execute: work)
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
