import UnixSystem

/// The id of a request: a ULID, which has 48 bits of milliseconds and 80 random bits in Crockford's base 32. Ids sort
/// by time, and the next id cannot be guessed.
package struct RequestID: Sendable, Hashable, CustomStringConvertible {
    package let description: String
    /// The end of the text. The end is random, long enough to distinguish ids in a table, and quick to hash.
    private let tail: UInt64

    /// The digits of Crockford's base 32.
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// - Parameter milliseconds: The time of day, in milliseconds since 1970.
    package init(milliseconds: UInt64) {
        let (low, high) = RandomToken.bits()
        var tail: UInt64 = 0
        description = String(unsafeUninitializedCapacity: 26) { digits in
            for index in 0..<10 {
                digits[index] = Self.alphabet[Int(milliseconds >> UInt64(45 - 5 * index) & 31)]
            }
            for index in 0..<8 {
                digits[10 + index] = Self.alphabet[Int(low >> UInt64(5 * index) & 31)]
                let digit = Self.alphabet[Int(high >> UInt64(5 * index) & 31)]
                digits[18 + index] = digit
                tail = tail << 8 | UInt64(digit)
            }
            return 26
        }
        self.tail = tail
    }

    /// Makes the id of a request in the journal.
    package init(recorded: String) {
        description = recorded
        tail = recorded.utf8.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.tail == other.tail && one.description == other.description
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(tail) }

    /// The start of the request in milliseconds since 1970; nil if the text is not a ULID.
    package var milliseconds: UInt64? {
        let digits = description.utf8.prefix(10)
        guard description.utf8.count == 26 else { return nil }
        var value: UInt64 = 0
        for digit in digits {
            guard let number = Self.alphabet.firstIndex(of: digit) else { return nil }
            value = value << 5 | UInt64(number)
        }
        return value
    }
}
