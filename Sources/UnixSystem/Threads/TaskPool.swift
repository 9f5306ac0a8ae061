import Glibc

/// Threads that run tasks in the order in which they become ready. These threads sleep until they have work: the
/// threads of libdispatch, which the runtime uses by default, wake the process each second.
///
/// A task prefers the pool if it is started with `Task(executorPreference:)`. Its child tasks and the actors that it
/// calls use the pool too; an unstructured task has to ask for ``preferred``. A pool lives as long as the process,
/// because tasks refer to the pool without owning it.
package final class TaskPool: TaskExecutor {
    /// A pool with a thread for each processor, and at least four: a task that blocks its thread by mistake leaves
    /// other threads free.
    package static let shared = TaskPool(threads: max(4, sysconf(CInt(_SC_NPROCESSORS_ONLN))))

    /// The shared pool if the current task prefers it, or the executor of a simulation. Otherwise nil, so that a new
    /// task runs on the program's executor.
    package static var preferred: (any TaskExecutor)? {
        if let simulation = Simulation.current { return simulation.tasks }
        return withUnsafeCurrentTask { $0?.unownedTaskExecutor } == shared.asUnownedTaskExecutor() ? shared : nil
    }

    /// The shared pool, or the executor of a simulation.
    package static var executor: any TaskExecutor { Simulation.current?.tasks ?? shared }

    private struct Contents: Sendable {
        /// The latest jobs.
        var added: [UnownedJob] = []
        /// The jobs before the latest jobs, in reverse order.
        var next: [UnownedJob] = []
        var threads: [any WorkQueue] = []
        /// The number of threads, and of threads that are being started.
        var threadCount = 0
        /// The number of threads without a job.
        var freeCount = 0

        /// Counts a thread that the caller must start, if there are fewer than the limit. Returns false otherwise.
        mutating func beginStart(below limit: Int) -> Bool {
            guard threadCount < limit else { return false }
            threadCount += 1
            freeCount += 1
            return true
        }

        /// Returns the job that has waited longest, and removes it.
        mutating func takeJob() -> UnownedJob? {
            if next.isEmpty {
                swap(&added, &next)
                next.reverse()
            }
            guard let job = next.popLast() else { return nil }
            freeCount -= 1
            return job
        }
    }

    private let contents = Lock(Contents())
    private let threadLimit: Int
    private let makeThread: @Sendable () -> any WorkQueue

    /// - Parameters:
    ///   - threads: The maximum number of threads. The pool starts another thread when all are busy.
    ///   - makeThread: Makes a thread that is not running yet.
    package init(
        threads: Int, makeThread: @escaping @Sendable () -> any WorkQueue = { WorkThread("tasks") }
    ) {
        threadLimit = threads
        self.makeThread = makeThread
    }

    /// Starts the first thread. A pool without a thread runs no jobs until the system has a thread for a later job, so
    /// a program calls this before its first task. A started thread never ends.
    package func start() throws(SystemCallError) {
        if contents.withLock({ $0.beginStart(below: 1) }) { startThread() }
        // The only error of pthread_create(3) with these arguments.
        guard contents.withLock({ $0.threadCount > 0 }) else { throw SystemCallError("start a thread", number: EAGAIN) }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let mustStart = contents.withLock { contents in
            contents.added.append(job)
            let jobs = contents.added.count + contents.next.count
            return jobs > contents.freeCount && contents.beginStart(below: threadLimit)
        }
        contents.wake()
        if mustStart { startThread() }
    }

    /// Starts the thread that ``Contents/beginStart(below:)`` has counted. If the system has no thread now, the other threads
    /// run the jobs, and the next job tries again.
    private func startThread() {
        let thread = makeThread()
        let isStarted = thread.run { self.work() }
        contents.withLock { contents in
            if isStarted {
                contents.threads.append(thread)
            } else {
                contents.threadCount -= 1
                contents.freeCount -= 1
            }
        }
    }

    private func work() {
        while true {
            let job = contents.wait { contents, _ in contents.takeJob() }
            job.runSynchronously(on: asUnownedTaskExecutor())
            contents.withLock { $0.freeCount += 1 }
        }
    }
}
