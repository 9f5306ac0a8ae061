import UnixSystem

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A time by two clocks: ages are told by the clock of the boot, which nobody sets; people are told the time of day.
package struct Moment: Sendable, Hashable {
    /// Nanoseconds since the machine was started, sleep included (CLOCK_BOOTTIME).
    package var boot: Int64
    /// Milliseconds since 1970 in UTC.
    package var wall: Int64

    package init(boot: Int64, wall: Int64) {
        self.boot = boot
        self.wall = wall
    }

    /// Now, by the clocks of the system.
    package static var now: Moment {
        Moment(boot: SystemClock.boot.nanoseconds, wall: Int64(SystemClock.wall.milliseconds))
    }

    /// How long after another moment of the same boot this one is.
    package func since(_ earlier: Moment) -> Duration { .nanoseconds(boot - earlier.boot) }

    /// A time so much later.
    package func advanced(by duration: Duration) -> Moment {
        let milliseconds = Int64(duration / .milliseconds(1))
        return Moment(boot: boot + milliseconds * 1_000_000, wall: wall + milliseconds)
    }

    /// The time of day in UTC: `2027-01-31T09:30:00.250Z`.
    package var timestamp: String {
        var seconds = time_t(wall / 1000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func padded(_ number: some BinaryInteger, _ width: Int = 2) -> String {
            let digits = "\(number)"
            return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
        }
        let date = "\(parts.tm_year + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
        let time = "\(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec))"
        return "\(date)T\(time).\(padded(wall % 1000, 3))Z"
    }
}
