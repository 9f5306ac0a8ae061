import Dispatch
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
        /// The number of threads that sleep and are not being woken.
        var sleepingCount = 0
        /// True during a call of ``TaskPool/wakeOnce(after:)``, and while a thread is being woken or started. That
        /// thread looks for jobs, and wakes the next thread if it leaves jobs.
        var isWaking = false

        var hasJobs: Bool { !next.isEmpty || !added.isEmpty }

        /// Counts a thread that the caller must start. Returns true.
        mutating func beginStart() -> Bool {
            threadCount += 1
            isWaking = true
            return true
        }

        /// Returns the job that has waited longest, and removes it.
        mutating func takeJob() -> UnownedJob? {
            if next.isEmpty {
                swap(&added, &next)
                next.reverse()
            }
            return next.popLast()
        }
    }

    private let contents = Lock(Contents())
    /// A semaphore that wakes one thread by each signal.
    private let waking = DispatchSemaphore(value: 0)
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
        let isFirst = contents.withLock { contents in contents.threadCount == 0 && contents.beginStart() }
        if isFirst { startThread() }
        // The only error of pthread_create(3) with these arguments.
        guard contents.withLock({ $0.threadCount > 0 }) else { throw SystemCallError("start a thread", number: EAGAIN) }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        perform(
            contents.withLock { contents in
                contents.added.append(job)
                return callThread(&contents)
            })
    }

    /// Makes many jobs ready, and then wakes a thread for them: on one processor each wake-up would interrupt the
    /// caller. The body must not wait.
    package func wakeOnce(after body: () -> Void) {
        // A job that is added during the body wakes no thread; the end of this call does.
        let isFirst = contents.withLock { contents in
            defer { contents.isWaking = true }
            return !contents.isWaking
        }
        body()
        guard isFirst else { return }
        perform(contents.withLock { contents in endWaking(&contents) })
    }

    /// A call for a thread that looks for jobs.
    private enum Call {
        /// A running thread looks for jobs, or a thread that is being woken or started.
        case none
        case wake
        case start
    }

    /// Arranges that a free thread, or a new thread below the limit, looks for jobs, unless a thread is about to look.
    /// A wake-up for each job would cost more than most jobs, and running threads also execute new jobs.
    private func callThread(_ contents: inout Contents) -> Call {
        guard !contents.isWaking else { return .none }
        if contents.sleepingCount > 0 {
            contents.sleepingCount -= 1
            contents.isWaking = true
            return .wake
        }
        return contents.threadCount < threadLimit && contents.beginStart() ? .start : .none
    }

    private func endWaking(_ contents: inout Contents) -> Call {
        contents.isWaking = false
        return contents.hasJobs ? callThread(&contents) : .none
    }

    private func perform(_ call: Call) {
        switch call {
        case .none: break
        case .wake: waking.signal()
        case .start: startThread()
        }
    }

    /// Starts the thread that ``Contents/beginStart()`` has counted. If the system has no thread now, the other threads run
    /// the jobs, and the next job tries again.
    private func startThread() {
        let thread = makeThread()
        let isStarted = thread.run { self.work() }
        let wakes = contents.withLock { contents in
            if isStarted {
                contents.threads.append(thread)
                return false
            }
            contents.threadCount -= 1
            contents.isWaking = false
            // A thread may have gone to sleep meanwhile.
            return contents.sleepingCount > 0 && endWaking(&contents) == .wake
        }
        if wakes { waking.signal() }
    }

    private func work() {
        var wasWoken = true
        while true {
            let (job, call) = contents.withLock { contents in
                if wasWoken { contents.isWaking = false }
                guard let job = contents.takeJob() else {
                    contents.sleepingCount += 1
                    return (UnownedJob?.none, Call.none)
                }
                return (job, wasWoken && contents.hasJobs ? callThread(&contents) : .none)
            }
            perform(call)
            job?.runSynchronously(on: asUnownedTaskExecutor())
            wasWoken = job == nil
            if wasWoken { waking.wait() }
        }
    }
}
