import Glibc

/// A clock of the kernel (`clock_gettime(2)`).
package struct SystemClock: Sendable {
    /// The clock for intervals, which cannot be set and stops while the machine sleeps.
    package static var monotonic: Self { Self(identifier: CLOCK_MONOTONIC) }
    /// The time since the machine started, including sleep. This clock cannot be set.
    package static var boot: Self { Self(identifier: CLOCK_BOOTTIME) }
    /// The time of day: the time since 1970 in UTC, according to the machine's owner.
    package static var wall: Self { Self(identifier: CLOCK_REALTIME) }

    private let identifier: clockid_t

    /// The reading of the clock in nanoseconds.
    package var nanoseconds: Int64 {
        var time = timespec()
        clock_gettime(identifier, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// The reading of the clock in whole milliseconds.
    package var milliseconds: Int { Int(nanoseconds / 1_000_000) }
}
