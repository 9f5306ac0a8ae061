package import QueryCoding

/// A duration that is printed in milliseconds, with microseconds as decimals: `12.34`.
package struct Milliseconds: Codable, Sendable, Hashable {
    package let duration: Duration

    package init(_ duration: Duration) { self.duration = duration }

    /// Reads a number with at most three decimals.
    package init(from decoder: any Decoder) throws {
        let value = try JSONValue(from: decoder).value
        guard case .number(let text) = value, let duration = Self.duration(text) else {
            throw MessageError("must be a number of milliseconds", at: decoder.codingPath)
        }
        self.duration = duration
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }

    package var value: QueryValue {
        let (seconds, attoseconds) = duration.components
        let micro = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        let fraction = micro % 1000
        guard fraction != 0 else { return .integer(micro / 1000) }
        var digits = String(fraction + 1000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return .number("\(micro / 1000).\(digits)")
    }

    private static func duration(_ text: String) -> Duration? {
        let parts = text.split(separator: ".", maxSplits: 1)
        let digits = parts.count == 2 ? parts[1] : ""
        guard let whole = parts.first.flatMap({ Int64($0) }), (0...1_000_000_000_000).contains(whole),
            digits.utf8.count <= 3,
            let fraction = Int64(digits + String(repeating: "0", count: 3 - digits.utf8.count)), fraction >= 0
        else { return nil }
        return .microseconds(whole * 1000 + fraction)
    }
}
