#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A time by two clocks: ages are measured by the boot clock, which nobody sets; people read the time of day.
package struct Timestamp: Sendable, Hashable {
    /// Nanoseconds since the machine started, sleep included (``SystemClock/boot``).
    package var boot: Int64
    /// Milliseconds since 1970 in UTC.
    package var wall: Int64

    package init(boot: Int64, wall: Int64) {
        self.boot = boot
        self.wall = wall
    }

    /// The current time.
    package static var now: Timestamp {
        Timestamp(boot: SystemClock.boot.nanoseconds, wall: Int64(SystemClock.wall.milliseconds))
    }

    /// The time that has passed since an earlier time of the same boot.
    package func since(_ earlier: Timestamp) -> Duration { .nanoseconds(boot - earlier.boot) }

    /// The time that is later by a duration.
    package func advanced(by duration: Duration) -> Timestamp {
        let milliseconds = Int64(duration / .milliseconds(1))
        return Timestamp(boot: boot + milliseconds * 1_000_000, wall: wall + milliseconds)
    }

    /// The time of day in UTC: `2027-01-31T09:30:00.250Z`.
    package var iso8601: String {
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
