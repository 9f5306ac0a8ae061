import Glibc

/// A clock of the kernel (`clock_gettime(2)`).
package enum SystemClock: Sendable {
    /// Measures intervals: nobody sets it, and it stops while the machine sleeps.
    case monotonic
    /// The time since the machine started, sleep included. Nobody sets it.
    case boot
    /// The time of day: the time since 1970 in UTC, as the machine's owner sets it.
    case wall

    /// The reading of the clock in nanoseconds.
    package var nanoseconds: Int64 {
        var time = timespec()
        clock_gettime(identifier, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// The reading of the clock in whole milliseconds.
    package var milliseconds: Int { Int(nanoseconds / 1_000_000) }

    private var identifier: clockid_t {
        switch self {
        case .monotonic: CLOCK_MONOTONIC
        case .boot: CLOCK_BOOTTIME
        case .wall: CLOCK_REALTIME
        }
    }
}
