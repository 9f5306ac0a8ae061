import Glibc

/// A time by two clocks: ages are measured by the boot clock, which cannot be set; people read the time of day.
package struct Timestamp: Sendable, Hashable {
    /// Returns the current time.
    package typealias Clock = @Sendable () -> Timestamp

    /// The nanoseconds since the machine started, including sleep (``SystemClock/boot``).
    package var boot: Int64
    /// The milliseconds since 1970 in UTC.
    package var wall: Int64

    package init(boot: Int64, wall: Int64) {
        self.boot = boot
        self.wall = wall
    }

    /// The current time.
    package static var now: Timestamp {
        Timestamp(boot: SystemClock.boot.nanoseconds, wall: Int64(SystemClock.wall.milliseconds))
    }

    /// The time since the machine started, including sleep.
    package var uptime: Duration { .nanoseconds(boot) }

    /// The time since an earlier time of the same boot. The result wraps around if the earlier time was forged.
    package func since(_ earlier: Timestamp) -> Duration { .nanoseconds(boot &- earlier.boot) }

    /// Returns the time that is later by a duration.
    package func advanced(by duration: Duration) -> Timestamp {
        let milliseconds = Int64(duration / .milliseconds(1))
        return Timestamp(boot: boot + milliseconds * 1_000_000, wall: wall + milliseconds)
    }

    /// The time of day in UTC: `2027-01-31T09:30:00.250Z`.
    package var iso8601: String {
        var seconds = time_t(wall / 1000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { Self.padded($0, 2) }.joined(separator: ":")
        return "\(Self.date(parts))T\(time).\(Self.padded(wall % 1000, 3))Z"
    }

    /// The date in the time zone of this process: `2027-01-31`.
    package var localDate: String {
        var seconds = time_t(wall / 1000)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return Self.date(parts)
    }

    private static func date(_ parts: tm) -> String {
        "\(parts.tm_year + 1900)-\(padded(parts.tm_mon + 1, 2))-\(padded(parts.tm_mday, 2))"
    }

    private static func padded(_ number: some BinaryInteger, _ width: Int) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
