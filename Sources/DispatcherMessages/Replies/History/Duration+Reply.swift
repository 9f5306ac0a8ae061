package import QueryCoding

extension Duration {
    /// In thousandths of a second, to the microsecond: `12.34`.
    package var millisecondsValue: QueryValue {
        let (seconds, attoseconds) = components
        let micro = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        let fraction = micro % 1000
        guard fraction != 0 else { return .integer(micro / 1000) }
        var digits = String(fraction + 1000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return .number("\(micro / 1000).\(digits)")
    }

    /// Reads a number of milliseconds with at most three decimals.
    static func reply(_ value: QueryValue) throws(ReplyError) -> Duration {
        guard case .number(let text) = value, let duration = Duration(milliseconds: text) else {
            throw ReplyError("must be a number of milliseconds")
        }
        return duration
    }

    private init?(milliseconds text: String) {
        let parts = text.split(separator: ".", maxSplits: 1)
        let digits = parts.count == 2 ? parts[1] : ""
        guard let whole = parts.first.flatMap({ Int64($0) }), (0...1_000_000_000_000).contains(whole),
            digits.utf8.count <= 3,
            let fraction = Int64(digits + String(repeating: "0", count: 3 - digits.utf8.count)), fraction >= 0
        else { return nil }
        self = .microseconds(whole * 1000 + fraction)
    }
}
