import Glibc

/// A time, printed for a person in the local time zone.
package struct LocalTime {
    private let seconds: time_t

    /// - Parameter text: ISO 8601 in UTC, as the daemon writes it; nil for any other text.
    package init?(_ text: String) {
        let numbers = text.split { !("0"..."9").contains($0) }.compactMap { Int32($0) }
        guard numbers.count >= 6, text.hasSuffix("Z") else { return nil }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[3], numbers[4], numbers[5])
        seconds = timegm(&parts)
    }

    package init(_ timestamp: Timestamp) { seconds = time_t(timestamp.wall / 1000) }

    var parts: tm {
        var seconds = seconds
        var parts = tm()
        localtime_r(&seconds, &parts)
        return parts
    }

    /// The time of day, after the date if it is not today.
    package var brief: String {
        let today = Self(Timestamp.now).parts
        let isToday = parts.tm_year == today.tm_year && parts.tm_yday == today.tm_yday
        return parts.formatted(isToday ? "%H:%M:%S" : "%Y-%m-%d %H:%M")
    }

    /// The date, the time, and how long ago that was.
    package var long: String { "\(parts.formatted("%Y-%m-%d %H:%M:%S %Z")), \(age) ago" }

    /// How long ago the time was, in the largest unit that fits.
    private var age: String {
        let age = max(0, time(nil) - seconds)
        let units = [(86400, "day"), (3600, "hour"), (60, "minute"), (1, "second")]
        let (length, name) = units.first { age >= $0.0 } ?? (1, "second")
        return "\(age / length) \(name)\(age / length == 1 ? "" : "s")"
    }

    /// A duration of two or three digits: `5.9 ms`, `40 ms`, `1.2 s`.
    package static func brief(_ duration: Duration) -> String {
        let milliseconds = duration / .milliseconds(1)
        func rounded(_ value: Double) -> String {
            let tenths = Int((value * 10).rounded())
            return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(value.rounded()))"
        }
        return milliseconds < 1000 ? "\(rounded(milliseconds)) ms" : "\(rounded(milliseconds / 1000)) s"
    }
}
