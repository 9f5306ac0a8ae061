extension Duration {
    /// What can stand for a time in a message or on a command line.
    package static let textExpectation = "a number of seconds, or a number with ms, s, m, h or d, as in '10s'"

    /// Reads `10`, `10s`, `1.5m`: more than nothing, and no more than a billion seconds.
    package init?(text: String) {
        let units: [(String, Double)] = [("", 1), ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86400)]
        let end = text.utf8.firstIndex { !Self.isDigit($0) && $0 != UInt8(ascii: ".") } ?? text.endIndex
        let digits = text[..<end]
        guard let first = digits.utf8.first, let last = digits.utf8.last, Self.isDigit(first), Self.isDigit(last),
            let unit = units.first(where: { $0.0 == text[end...] }), let number = Double(digits)
        else { return nil }
        let seconds = number * unit.1
        guard seconds >= 0.001, seconds <= 1e9 else { return nil }
        // Milliseconds are exact where seconds in binary are not.
        self = .milliseconds(Int((seconds * 1000).rounded()))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// The same as whole milliseconds.
    package var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
