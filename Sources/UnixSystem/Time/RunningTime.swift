/// A clock that does not advance while the machine sleeps, and while this process is stopped by SIGSTOP or by a debugger.
/// All times are in nanoseconds.
///
/// No clock of the kernel tells how long a process was stopped. But a thread that waits for this clock wakes twice a
/// second, and sees that it comes late.
struct RunningTime: Sendable {
    /// The time between two looks at the clock.
    static let step: Int64 = 500_000_000
    /// A thread that comes this late was stopped.
    static let gap: Int64 = 2_000_000_000
    /// After a gap the clock does not advance for this time, so that the daemon reads what arrived during the gap before a
    /// timeout ends.
    static let rest: Int64 = 1_000_000_000
    /// A thread that waits for longer than this time does not look in between, so that an idle process sleeps.
    static let horizon: Int64 = 60_000_000_000

    /// The part of the monotonic clock's time that does not count.
    private var lost: Int64 = 0
    private var last: Int64 = 0
    /// The time of the monotonic clock at which the thread looks next; nil while it does not wait.
    private var nextLook: Int64?
    /// The time for which the machine has slept.
    private var slept: Int64?
    private let clocks: @Sendable () -> (monotonic: Int64, boot: Int64)

    /// - Parameter clocks: Returns the readings of the monotonic clock and of the boot clock.
    init(
        clocks: @escaping @Sendable () -> (monotonic: Int64, boot: Int64) = {
            (SystemClock.monotonic.nanoseconds, SystemClock.boot.nanoseconds)
        }
    ) { self.clocks = clocks }

    /// Returns the time. Any thread may ask.
    mutating func now() -> Int64 {
        let (monotonic, boot) = clocks()
        var isResumed = false
        if let look = nextLook, monotonic - look > Self.gap {
            lost += monotonic - look + Self.step
            nextLook = nil
            isResumed = true
        }
        if let slept, boot - monotonic - slept > Self.gap { isResumed = true }
        slept = boot - monotonic
        if isResumed { lost += Self.rest }
        last = max(last, monotonic - lost)
        return last
    }

    /// Returns the time to the thread that looks at the clock.
    mutating func look() -> Int64 {
        defer { nextLook = nil }
        return now()
    }

    /// Returns when the thread that waits for a time must look again, as a time of the monotonic clock.
    mutating func plan(for time: Int64) -> Int64 {
        let isNear = time - last <= Self.horizon
        let look = lost + (isNear ? min(time, last + Self.step) : time)
        nextLook = look
        return look
    }
}
