extension UInt8 {
    /// Whether the byte is an ASCII digit.
    @inlinable package var isDigit: Bool { UInt8(ascii: "0") <= self && self <= UInt8(ascii: "9") }

    /// Whether the byte is an ASCII letter.
    @inlinable package var isLetter: Bool { UInt8(ascii: "a") <= self | 0x20 && self | 0x20 <= UInt8(ascii: "z") }
}
