import Dispatch
import Glibc
import Synchronization

/// Threads that run tasks in the order in which they become ready. They sleep until there is work: the threads of
/// libdispatch, which the runtime uses by default, wake the process each second.
///
/// A task prefers the pool if it is started with `Task(executorPreference:)`. Its child tasks and the actors that it calls
/// use the pool too; an unstructured task has to ask for ``preferred``. A pool lives as long as the process, because tasks
/// refer to it without owning it.
package final class TaskPool: TaskExecutor {
    /// A pool with a thread for each processor, and at least four: a task that blocks its thread by mistake leaves others.
    package static let shared = TaskPool(threads: max(4, sysconf(CInt(_SC_NPROCESSORS_ONLN))))

    /// The shared pool if the current task prefers it, or the executor of a simulation; otherwise nil, which leaves a new
    /// task to the program's executor.
    package static var preferred: (any TaskExecutor)? {
        if let simulation = Simulation.current { return simulation.tasks }
        return withUnsafeCurrentTask { $0?.unownedTaskExecutor } == shared.asUnownedTaskExecutor() ? shared : nil
    }

    private struct Contents: Sendable {
        /// The jobs that came last.
        var added: [UnownedJob] = []
        /// The jobs that came before those, in reverse order.
        var next: [UnownedJob] = []
        var threads: [any WorkQueue] = []
        /// How many threads sleep and are not being woken.
        var sleepingCount = 0
        /// Whether a thread is being woken or started, which looks for jobs and wakes the next thread if it leaves some; or a
        /// call of ``TaskPool/wakeOnce(after:)`` has not ended.
        var isWaking = false

        var hasJobs: Bool { !next.isEmpty || !added.isEmpty }

        /// Returns the job that has waited longest.
        mutating func takeJob() -> UnownedJob? {
            if next.isEmpty {
                swap(&added, &next)
                next.reverse()
            }
            return next.popLast()
        }
    }

    private let contents = Mutex(Contents())
    /// Wakes one thread by each signal.
    private let waking = DispatchSemaphore(value: 0)
    private let threadLimit: Int
    private let makeThread: @Sendable () -> any WorkQueue

    /// - Parameters:
    ///   - threads: The most threads that it starts. It starts one when all others are busy.
    ///   - makeThread: Makes a thread that is not running yet.
    package init(
        threads: Int, makeThread: @escaping @Sendable () -> any WorkQueue = { WorkThread("tasks") }
    ) {
        threadLimit = threads
        self.makeThread = makeThread
    }

    /// Starts the first thread. Jobs of a pool without a thread wait until the system has one for a later job, so a program
    /// calls this before its first task. A thread that has started never ends.
    package func start() throws(SystemCallError) {
        let hasThread = contents.withLock { contents in
            if contents.threads.isEmpty { startThread(&contents) }
            return !contents.threads.isEmpty
        }
        // The one error of pthread_create(3) with these arguments.
        guard hasThread else { throw SystemCallError("start a thread", number: EAGAIN) }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let wakes = contents.withLock { contents in
            contents.added.append(job)
            return callThread(&contents)
        }
        if wakes { waking.signal() }
    }

    /// Makes many jobs ready, and then wakes a thread for them: on one processor each wake-up would interrupt the caller. The
    /// body must not wait.
    package func wakeOnce(after body: () -> Void) {
        // A job that is added meanwhile wakes no thread: the end of this call does.
        let isFirst = contents.withLock { contents in
            defer { contents.isWaking = true }
            return !contents.isWaking
        }
        body()
        guard isFirst else { return }
        let wakes = contents.withLock { contents in
            contents.isWaking = false
            return contents.hasJobs && callThread(&contents)
        }
        if wakes { waking.signal() }
    }

    /// Sees to it that a thread looks for jobs, if one is free and none is about to: a wake-up for each job would cost more
    /// than most jobs, and the threads that run take those too.
    /// - Returns: Whether the caller must wake a thread.
    private func callThread(_ contents: inout Contents) -> Bool {
        guard !contents.isWaking else { return false }
        if contents.sleepingCount > 0 {
            contents.sleepingCount -= 1
            contents.isWaking = true
            return true
        }
        if contents.threads.count < threadLimit { startThread(&contents) }
        return false
    }

    /// Starts a thread. If the system has none now, the other threads take the jobs, and the next job tries again.
    private func startThread(_ contents: inout Contents) {
        let thread = makeThread()
        guard thread.run({ self.work() }) else { return }
        contents.threads.append(thread)
        contents.isWaking = true
    }

    private func work() {
        var wasWoken = true
        while true {
            let (job, wakes) = contents.withLock { contents in
                if wasWoken { contents.isWaking = false }
                guard let job = contents.takeJob() else {
                    contents.sleepingCount += 1
                    return (UnownedJob?.none, false)
                }
                return (job, wasWoken && contents.hasJobs && callThread(&contents))
            }
            if wakes { waking.signal() }
            job?.runSynchronously(on: asUnownedTaskExecutor())
            wasWoken = job == nil
            if wasWoken { waking.wait() }
        }
    }
}
