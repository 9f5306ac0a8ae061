/// Numbers with a unit, as files, messages and command lines write them.
package enum Measure {
    /// A number with ms, s, m, h or d, more than nothing.
    package static func duration(_ text: String) -> Duration? {
        let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86400)]
        guard let seconds = quantity(text, units), seconds >= 0.001, seconds <= 1e9 else { return nil }
        // Milliseconds are exact where seconds in binary are not.
        return .milliseconds(Int((seconds * 1000).rounded()))
    }

    /// A number of bytes with KiB, MiB or GiB, at least one.
    package static func size(_ text: String) -> Int? {
        let units: [(String, Double)] = [("KiB", 1024), ("MiB", 1_048_576), ("GiB", 1_073_741_824)]
        guard let bytes = quantity(text, units), bytes >= 1, bytes <= 1e15 else { return nil }
        return Int(bytes.rounded())
    }

    private static func quantity(_ text: String, _ units: [(String, Double)]) -> Double? {
        let end = text.utf8.firstIndex {
            !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) && $0 != UInt8(ascii: ".")
        }
        guard let end, let unit = units.first(where: { $0.0 == text[end...] }) else { return nil }
        let digits = text[..<end]
        guard digits.first != ".", digits.last != ".", let number = Double(digits) else { return nil }
        return number * unit.1
    }
}
