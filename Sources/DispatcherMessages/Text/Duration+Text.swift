import QueryCoding

extension Duration {
    /// The form of a duration in a message or on a command line, for errors.
    package static let textExpectation = "a number of seconds above 0, or a number with ms, s, m, h or d, as in '10s'"

    /// Reads `10` (seconds), `10s` or `1.5m`. Nil for any other text, for less than 1 ms, and for more than a billion
    /// seconds.
    package init?(text: String) {
        guard let duration = UnitText.duration(text) ?? UnitText.duration("\(text)s") else { return nil }
        self = duration
    }

    /// The duration in whole milliseconds.
    package var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
