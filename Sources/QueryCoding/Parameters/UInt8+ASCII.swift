extension UInt8 {
    /// Whether the byte is an ASCII digit.
    @inlinable package var isDigit: Bool { UInt8(ascii: "0") <= self && self <= UInt8(ascii: "9") }
    /// Whether the byte is an ASCII letter.
    @inlinable package var isLetter: Bool { UInt8(ascii: "a") <= self | 0x20 && self | 0x20 <= UInt8(ascii: "z") }

    /// Whether the byte is a letter, a digit, `-`, `.`, `_` or `~` (RFC 3986 §2.3).
    @inlinable package var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: isLetter || isDigit
        }
    }

    /// Whether RFC 3986 allows the byte only percent-encoded: a control character, the space, or one of
    /// `" < > \ ^ backtick { | }`.
    @inlinable package var isForbidden: Bool {
        switch self {
        case 0x00...0x20, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B...0x7D, 0x7F: true
        default: false
        }
    }

    /// Whether the byte belongs to a character outside ASCII.
    @inlinable package var isNonASCII: Bool { self >= 0x80 }
}
