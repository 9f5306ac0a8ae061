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
        return "\(parts.formatted("%Y-%m-%dT%H:%M:%S")).\(String(1000 + wall % 1000).dropFirst())Z"
    }

    /// The date in the time zone of this process: `2027-01-31`.
    package var localDate: String { LocalTime(self).parts.formatted("%Y-%m-%d") }
}

extension tm {
    /// Returns the time in a format of strftime(3).
    func formatted(_ format: String) -> String {
        var parts = self
        return String(unsafeUninitializedCapacity: 64) { buffer in
            buffer.withMemoryRebound(to: CChar.self) { strftime($0.baseAddress, $0.count, format, &parts) }
        }
    }
}
