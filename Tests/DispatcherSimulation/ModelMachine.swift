import DispatcherCommands
import Glibc
import TestSupport
import UnixSystem

/// The machine under one daemon process. The machine runs the tasks, timers and threads of the daemon one piece at a
/// time, and the world chooses the next piece. Everything happens on the thread of the simulation, so no lock is
/// needed.
// Unchecked, because only that thread uses this type: `enqueue` stops the program if another thread calls it.
final class ModelMachine: TaskExecutor, @unchecked Sendable {
    /// The thread of the journal.
    let journal = ModelQueue()
    /// The threads that read files.
    let files = ModelQueue()
    let timers: ModelTimers
    /// The tasks that can continue, longest waiting first.
    private(set) var jobs: [UnownedJob] = []
    /// Running activities outside of the daemon: commands, dialogs and openers.
    private(set) var affairs: [Affair] = []
    private var lastNumber = 0
    private let thread = pthread_self()
    /// Whether the daemon was killed: its tasks still end, but their effects are ignored.
    private(set) var isDead = false

    init(clock: TestClock) {
        timers = ModelTimers(clock: clock)
        journal.timers = timers
        files.timers = timers
    }

    var simulation: Simulation { Simulation(tasks: self, timers: timers, files: files) }

    func enqueue(_ job: consuming ExecutorJob) {
        precondition(pthread_equal(thread, pthread_self()) != 0, "a task goes on outside of the simulation")
        jobs.append(UnownedJob(job))
    }

    func runJob(_ index: Int) { jobs.remove(at: index).runSynchronously(on: asUnownedTaskExecutor()) }

    /// Whether no task can continue by itself.
    var isQuiet: Bool { jobs.isEmpty && journal.isEmpty && files.isEmpty }

    func makeNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Begins an affair. An affair of a daemon that was killed ends at once.
    func begin(_ affair: Affair) {
        guard !isDead else { return affair.end(.abandoned) }
        affairs.append(affair)
    }

    /// Records that the task of an affair was cancelled.
    func cancel(_ number: Int) {
        for index in affairs.indices where affairs[index].number == number { affairs[index].isCancelled = true }
    }

    /// Ends an affair as the world continues.
    func endAffair(_ index: Int) {
        let affair = affairs.remove(at: index)
        affair.end(affair.isCancelled ? .cancelled : .done)
    }

    /// Marks the daemon as gone, so that the effects of its tasks are ignored.
    func die() { isDead = true }

    /// Runs the tasks of a daemon that is gone until they end. Returns false if they do not end.
    func windDown(limit: Int = 100_000) -> Bool {
        var count = 0
        while count < limit {
            count += 1
            if !jobs.isEmpty {
                runJob(0)
            } else if !journal.isEmpty {
                journal.runNext()
            } else if !files.isEmpty {
                files.runNext()
            } else if !affairs.isEmpty {
                affairs.removeFirst().end(.abandoned)
            } else if !timers.runNext() {
                return true
            }
        }
        return false
    }
}

/// A running activity outside of the daemon, which ends when the world decides.
struct Affair {
    enum Kind: Equatable {
        /// The command of a route.
        case command(life: String, route: Int)
        /// The dialog of a question.
        case dialog(life: String)
        /// The command of a feature.
        case availability
        /// The question to logind whether the screen is locked.
        case lock
        /// The start of an opener.
        case opener(life: String)
        /// An opener that has started.
        case app

        var life: String {
            switch self {
            case .command(let life, _), .dialog(let life), .opener(let life): life
            case .availability, .lock, .app: ""
            }
        }
    }

    enum End {
        case done
        case cancelled
        /// The daemon was killed.
        case abandoned
    }

    let number: Int
    let kind: Kind
    var isCancelled = false
    let end: (End) -> Void
}

/// A thread of a daemon.
// Unchecked, because only the thread of the simulation uses this type, which ModelMachine checks.
final class ModelQueue: WorkQueue, @unchecked Sendable {
    private var works: [WorkThread.Work] = []
    fileprivate(set) var timers: ModelTimers?

    let isCurrent = true
    var now: Duration { timers?.now ?? .zero }
    var isEmpty: Bool { works.isEmpty }

    func run(_ work: @escaping WorkThread.Work) -> Bool {
        works.append(work)
        return true
    }

    func run(after delay: Duration, _ work: @escaping WorkThread.Work) -> Int {
        timers?.run(after: delay) { self.works.append(work) } ?? 0
    }

    func cancel(timer number: Int) { timers?.cancel(timer: number) }

    func runNext() { works.removeFirst()() }
}

/// The timers of a daemon. Time passes when a timer fires.
// Unchecked, because only the thread of the simulation uses this type, which ModelMachine checks.
final class ModelTimers: WorkQueue, @unchecked Sendable {
    private var timers: [(number: Int, due: Int64, work: WorkThread.Work)] = []
    private var lastNumber = 0
    private let clock: TestClock

    /// A timer with at least this time does not fire.
    static let ever = Duration.seconds(100_000)

    init(clock: TestClock) { self.clock = clock }

    let isCurrent = true
    var now: Duration { clock.now.uptime }
    var isEmpty: Bool { timers.isEmpty }

    func run(_ work: @escaping WorkThread.Work) -> Bool {
        run(after: .zero, work)
        return true
    }

    @discardableResult
    func run(after delay: Duration, _ work: @escaping WorkThread.Work) -> Int {
        lastNumber += 1
        if delay < Self.ever { timers.append((lastNumber, clock.now.boot + delay.nanoseconds, work)) }
        return lastNumber
    }

    func cancel(timer number: Int) { timers.removeAll { $0.number == number } }

    /// Fires the timer that is due first. Returns false without a timer.
    func runNext() -> Bool {
        guard let index = timers.indices.min(by: { (timers[$0].due, $0) < (timers[$1].due, $1) }) else { return false }
        let next = timers.remove(at: index)
        let wait = next.due - clock.now.boot
        if wait > 0 { clock.pass(.nanoseconds(wait)) }
        next.work()
        return true
    }
}
