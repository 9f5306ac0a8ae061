import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Threads that run tasks in the order in which they become ready. They sleep until there is work: the threads of
/// libdispatch, which the runtime uses by default, wake the process each second.
///
/// A task prefers the pool if it is started with `Task(executorPreference:)`. Its child tasks and the actors that it calls
/// use the pool too; an unstructured task has to ask for ``preferred``. A pool lives as long as the process, because tasks
/// refer to it without owning it.
package final class TaskPool: TaskExecutor {
    /// A pool with a thread for each processor, and at least four: a task that blocks its thread by mistake leaves others.
    package static let shared = TaskPool(threads: max(4, sysconf(CInt(_SC_NPROCESSORS_ONLN))))

    /// The shared pool if the current task prefers it; otherwise nil, which leaves a new task to the program's executor.
    package static var preferred: TaskPool? {
        withUnsafeCurrentTask { $0?.unownedTaskExecutor } == shared.asUnownedTaskExecutor() ? shared : nil
    }

    private struct Contents: Sendable {
        /// The jobs that came last.
        var added: [UnownedJob] = []
        /// The jobs that came before those, in reverse order.
        var next: [UnownedJob] = []
        var runningCount = 0
        var threads: [WorkThread] = []

        var isShortOfThreads: Bool { runningCount + added.count + next.count > threads.count }

        /// Returns the job that has waited longest.
        mutating func takeJob() -> UnownedJob? {
            if next.isEmpty {
                swap(&added, &next)
                next.reverse()
            }
            guard let job = next.popLast() else { return nil }
            runningCount += 1
            return job
        }
    }

    private let contents = Mutex(Contents())
    /// Counts the jobs that wait, so that no job waits while a thread sleeps.
    private let waiting = DispatchSemaphore(value: 0)
    private let threadLimit: Int

    /// - Parameter threads: The most threads that it starts. It starts one when all others are busy.
    package init(threads: Int) { threadLimit = threads }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        contents.withLock { contents in
            contents.added.append(job)
            if contents.isShortOfThreads, contents.threads.count < threadLimit { startThread(&contents) }
        }
        waiting.signal()
    }

    private func startThread(_ contents: inout Contents) {
        let thread = WorkThread("tasks")
        if thread.run({ self.work() }) { contents.threads.append(thread) }
        precondition(!contents.threads.isEmpty, "the system has no thread for tasks")
    }

    private func work() {
        while true {
            waiting.wait()
            guard let job = contents.withLock({ $0.takeJob() }) else { continue }
            job.runSynchronously(on: asUnownedTaskExecutor())
            contents.withLock { $0.runningCount -= 1 }
        }
    }
}
