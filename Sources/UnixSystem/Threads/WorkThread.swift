import CLinux
import Glibc

/// A thread for work that blocks, one item after the other, and for timers. The thread starts with its first work,
/// sleeps after its last work, and ends when its owner is released and no work is left.
package final class WorkThread: Sendable, WorkQueue {
    package typealias Work = @Sendable () -> Void

    private struct Contents: Sendable {
        var work: [Work] = []
        var timers: [Int: Timer] = [:]
        var lastTimer = 0
        var hasThread = false
        /// The thread; nil until the thread runs.
        var thread: pthread_t?
        var isEnding = false
    }

    private struct Timer: Sendable {
        let time: Int64
        let work: Work
    }

    private let name: String
    /// The thread has a copy of this lock, so that it does not keep its owner.
    private let contents = Lock(Contents())

    /// - Parameter name: The thread's name in lists of threads, at most 15 bytes.
    package init(_ name: String) { self.name = name }

    deinit {
        contents.withLock { $0.isEnding = true }
        contents.wake()
    }

    /// Runs work after all earlier work. The caller does not wait for it.
    /// - Returns: False if the system has no thread for the work now. Later work then starts the thread.
    @discardableResult
    package func run(_ work: @escaping Work) -> Bool {
        let mustStart = contents.withLock { contents in
            contents.work.append(work)
            defer { contents.hasThread = true }
            return !contents.hasThread
        }
        if mustStart { return start() }
        contents.wake()
        return true
    }

    /// Runs work after a delay.
    /// - Returns: The number of the timer.
    @discardableResult
    package func run(after delay: Duration, _ work: @escaping Work) -> Int {
        let nanoseconds = max(0, delay / .nanoseconds(1))
        let (number, isFirst, mustStart) = contents.withLock { contents in
            let time = SystemClock.monotonic.nanoseconds + (nanoseconds < 9e18 ? Int64(nanoseconds) : .max / 4)
            let isFirst = contents.timers.values.allSatisfy { $0.time > time }
            contents.lastTimer += 1
            contents.timers[contents.lastTimer] = Timer(time: time, work: work)
            defer { contents.hasThread = true }
            return (contents.lastTimer, isFirst, !contents.hasThread)
        }
        if mustStart { _ = start() } else if isFirst { contents.wake() }
        return number
    }

    /// Cancels a timer whose work has not begun.
    package func cancel(timer number: Int) {
        // The timer is released after the lock.
        _ = contents.withLock { $0.timers.removeValue(forKey: number) }
    }

    /// The reading of the timers' clock. Only differences between readings have a meaning. The clock does not advance while
    /// the machine sleeps.
    package var now: Duration { .nanoseconds(SystemClock.monotonic.nanoseconds) }

    /// Whether this is the calling thread.
    package var isCurrent: Bool {
        contents.withLock { $0.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
    }

    /// Lets other ready threads run first. Returns at once if no other thread is ready.
    package static func yield() { sched_yield() }

    /// Starts the thread. If that fails, the next work tries again.
    private func start() -> Bool {
        let isStarted = ThreadPriority.isLow ? startByMaker() : Self.makeThread(name, contents)
        if !isStarted { contents.withLock { $0.hasThread = false } }
        return isStarted
    }

    private func startByMaker() -> Bool {
        let made = Lock<Bool?>(nil)
        ThreadPriority.maker.run { [name, contents] in
            let isMade = Self.makeThread(name, contents)
            made.withLock { $0 = isMade }
            made.wake()
        }
        return made.wait { made, _ in made }
    }

    /// What a new thread runs.
    private final class Body: Sendable {
        let run: Work

        init(_ run: @escaping Work) { self.run = run }
    }

    private static func makeThread(_ name: String, _ contents: Lock<Contents>) -> Bool {
        var thread = pthread_t()
        let body = Unmanaged.passRetained(Body { work(name, contents) })
        let code = pthread_create(
            &thread, nil,
            { body in
                if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
                return nil
            }, body.toOpaque())
        guard code == 0 else {
            body.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private static func work(_ name: String, _ contents: Lock<Contents>) {
        clinux_name_thread(name)
        contents.withLock { $0.thread = pthread_self() }
        while true {
            let work = contents.wait { contents, until in next(&contents, &until) }
            if work.isEmpty { return }
            for work in work { work() }
        }
    }

    /// Returns the work that is due; nil to keep waiting; an empty list at the end.
    private static func next(_ contents: inout Contents, _ until: inout Int64?) -> [Work]? {
        var due = contents.work
        contents.work = []
        let now = SystemClock.monotonic.nanoseconds
        if !contents.timers.isEmpty {
            let timers = contents.timers.filter { $0.value.time <= now }.sorted { $0.value.time < $1.value.time }
            for (number, timer) in timers {
                contents.timers[number] = nil
                due.append(timer.work)
            }
            until = contents.timers.values.lazy.map(\.time).min()
        }
        return due.isEmpty && !contents.isEnding ? nil : due
    }
}
