/// Dates as ISO 8601 text: `2027-01-31`, `2027-01-31T09:30Z`, `2027-01-31T09:30:00.25+01:00`.
///
/// Day 31 of a 30-day month is rejected; Foundation would roll it over into the next month. A time needs a zone.
enum ISO8601 {
    /// Parses a date as seconds since 2001-01-01T00:00:00Z; nil for any other text. A date alone means midnight UTC.
    static func read(_ text: String) -> Double? {
        var rest = Array(text.utf8)[...]
        guard let year = take(4, from: &rest), take("-", from: &rest),
            let month = take(2, from: &rest), (1...12).contains(month), take("-", from: &rest),
            let day = take(2, from: &rest), day >= 1, day <= length(of: month, year)
        else { return nil }
        let midnight = (days(year, month, day) - referenceDays) * 86_400
        if rest.isEmpty { return Double(midnight) }
        guard take("T", from: &rest) || take("t", from: &rest), let time = takeTime(from: &rest),
            let offset = takeZone(from: &rest), rest.isEmpty
        else { return nil }
        return Double(midnight + time.seconds - offset) + time.fraction
    }

    /// Formats a date in UTC; nil outside the years 0 to 9999. A second with a fraction gets as many digits as the
    /// parser needs to read the same date: at least 3, at most 9.
    static func text(of interval: Double) -> String? {
        guard interval.isFinite, abs(interval) < 1e12 else { return nil }
        let second = split(interval)
        let day = floored(second.whole, by: 86_400)
        let date = civil(day.quotient + referenceDays)
        guard (0...9999).contains(date.year) else { return nil }
        let time = day.remainder
        var text = "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T"
        text += "\(padded(time / 3600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2))"
        if second.digits > 0 { text += ".\(padded(second.fraction, second.digits))" }
        return text + "Z"
    }

    /// Returns the whole part of a number, and the fewest digits of its fraction from which ``read(_:)`` makes the
    /// number.
    private static func split(_ number: Double) -> (whole: Int, fraction: Int, digits: Int) {
        let whole = number.rounded(.down)
        if whole == number { return (Int(whole), 0, 0) }
        var scale = 1000.0
        for digits in 3...9 {
            let fraction = ((number - whole) * scale).rounded()
            // A fraction just below 1 is rounded up to the next whole number.
            if digits == 9 || whole + fraction / scale == number {
                return fraction == scale
                    ? (Int(whole) + 1, 0, 0) : (Int(whole), Int(fraction), fraction == 0 ? 0 : digits)
            }
            scale *= 10
        }
        return (Int(whole), 0, 0)
    }

    /// Days from 1970-01-01 to 2001-01-01.
    private static let referenceDays = 11_323

    private static func takeTime(from rest: inout ArraySlice<UInt8>) -> (seconds: Int, fraction: Double)? {
        guard let hour = take(2, from: &rest), hour < 24, take(":", from: &rest),
            let minute = take(2, from: &rest), minute < 60
        else { return nil }
        guard take(":", from: &rest) else { return (hour * 3600 + minute * 60, 0) }
        // The second 60 is a leap second (RFC 3339 §5.7).
        guard let second = take(2, from: &rest), second <= 60 else { return nil }
        var fraction = 0.0
        if take(".", from: &rest) {
            let digits = rest.prefix(while: \.isDigit)
            guard !digits.isEmpty, let value = Double("0.\(String(decoding: digits, as: UTF8.self))") else {
                return nil
            }
            fraction = value
            rest = rest[digits.endIndex...]
        }
        return (hour * 3600 + minute * 60 + second, fraction)
    }

    /// Parses `Z`, `+01:00`, `+0100` or `+01`, and returns the offset in seconds.
    private static func takeZone(from rest: inout ArraySlice<UInt8>) -> Int? {
        if take("Z", from: &rest) || take("z", from: &rest) { return 0 }
        let sign = take("+", from: &rest) ? 1 : -1
        guard sign == 1 || take("-", from: &rest), let hour = take(2, from: &rest), hour < 24 else { return nil }
        guard !rest.isEmpty else { return sign * hour * 3600 }
        _ = take(":", from: &rest)
        guard let minute = take(2, from: &rest), minute < 60 else { return nil }
        return sign * (hour * 3600 + minute * 60)
    }

    private static func take(_ character: Unicode.Scalar, from rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    private static func take(_ count: Int, from rest: inout ArraySlice<UInt8>) -> Int? {
        guard rest.count >= count else { return nil }
        var number = 0
        for byte in rest.prefix(count) {
            guard byte.isDigit else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        rest = rest.dropFirst(count)
        return number
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    private static func length(of month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func floored(_ number: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
        let remainder = ((number % divisor) + divisor) % divisor
        return ((number - remainder) / divisor, remainder)
    }

    /// Returns the days since 1970-01-01 in the proleptic Gregorian calendar. Years start in March, so that the leap
    /// day is the last day of a year; 400 such years have 146,097 days.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let era = floored(marchYear, by: 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfEra = era.remainder * 365 + era.remainder / 4 - era.remainder / 100 + dayOfYear
        return era.quotient * 146_097 + dayOfEra - 719_468
    }

    /// The inverse of ``days(_:_:_:)``.
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let era = floored(days + 719_468, by: 146_097)
        let dayOfEra = era.remainder
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (
            yearOfEra + era.quotient * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        )
    }
}
