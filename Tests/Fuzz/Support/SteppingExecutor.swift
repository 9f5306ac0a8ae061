import Synchronization

/// Runs tasks on the thread that asks for it, one step at a time, in an order that the asker chooses.
final class SteppingExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Runs one of the tasks that can go on, until it waits; false if none can.
    func step(_ choice: Int) -> Bool {
        let job = jobs.withLock { jobs in jobs.isEmpty ? nil : jobs.remove(at: choice % jobs.count) }
        guard let job else { return false }
        job.runSynchronously(on: asUnownedTaskExecutor())
        return true
    }

    func runAll() { while step(0) {} }

    /// Starts a task that runs on this executor alone.
    func start(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: self) { await body() }
    }
}
