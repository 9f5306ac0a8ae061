import UnixSystem

/// The id of a request: a ULID, which has 48 bits of milliseconds and 80 random bits in Crockford's base 32. Ids sort
/// by time, and the next id cannot be guessed.
package struct RequestID: Sendable, Hashable, CustomStringConvertible {
    package let description: String
    /// The number of characters at the end of an id that people see.
    package static let shownLength = 6
    /// The digits of Crockford's base 32.
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// - Parameter milliseconds: The time of day, in milliseconds since 1970.
    package init(milliseconds: UInt64) {
        let (low, high) = RandomToken.bits()
        let bits = UInt128(milliseconds) << 80 | UInt128(low & 0xFFFF) << 64 | UInt128(high)
        description = String(unsafeUninitializedCapacity: 26) { digits in
            for place in 0..<26 {
                digits[place] = Self.alphabet[Int(truncatingIfNeeded: bits &>> UInt128(5 * (25 - place))) & 31]
            }
            return 26
        }
    }

    /// Makes the id of a request in the journal.
    package init(recorded: String) { description = recorded }

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
