import QueryCoding

extension Duration {
    /// What can stand for a time in a message or on a command line.
    package static let textExpectation = "a number of seconds, or a number with ms, s, m, h or d, as in '10s'"

    /// Reads `10`, `10s`, `1.5m`: more than nothing, and no more than a billion seconds.
    package init?(text: String) {
        guard let duration = UnitText.duration(text) ?? UnitText.duration("\(text)s") else { return nil }
        self = duration
    }

    /// The same as whole milliseconds.
    package var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
