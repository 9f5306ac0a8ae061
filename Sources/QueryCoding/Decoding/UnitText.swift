/// Parses numbers with a unit in configuration files, messages and command lines.
package enum UnitText {
    /// Parses a number with the unit ms, s, m, h or d; nil below 1 ms or above 1e9 s.
    package static func duration(_ text: String) -> Duration? {
        let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86400)]
        guard let seconds = quantity(text, units), seconds >= 0.001, seconds <= 1e9 else { return nil }
        // Round to milliseconds: 0.1 s has no exact binary fraction.
        return .milliseconds(Int((seconds * 1000).rounded()))
    }

    /// Parses a number of bytes with the unit KiB, MiB or GiB; nil below 1 byte or above 1e15 bytes.
    package static func size(_ text: String) -> Int? {
        let units: [(String, Double)] = [("KiB", 1024), ("MiB", 1_048_576), ("GiB", 1_073_741_824)]
        guard let bytes = quantity(text, units), bytes >= 1, bytes <= 1e15 else { return nil }
        return Int(bytes.rounded())
    }

    private static func quantity(_ text: String, _ units: [(String, Double)]) -> Double? {
        let end = text.utf8.firstIndex { !$0.isDigit && $0 != UInt8(ascii: ".") }
        guard let end, let unit = units.first(where: { $0.0 == text[end...] }) else { return nil }
        let digits = text[..<end]
        guard digits.first != ".", digits.last != ".", let number = Double(digits) else { return nil }
        return number * unit.1
    }
}
