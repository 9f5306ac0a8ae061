import Glibc

/// A name that cannot be guessed.
package enum RandomToken {
    /// The number of digits in a token.
    package static let length = 32

    package static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    /// Makes 128 random bits by one system call (getentropy(3)).
    package static func bits() -> (UInt64, UInt64) {
        var bits: (UInt64, UInt64) = (0, 0)
        precondition(getentropy(&bits, 16) == 0, "the system has no random numbers")
        return bits
    }

    /// Makes 128 random bits, as lower-case hexadecimal digits.
    package static func make() -> String {
        let (high, low) = bits()
        // Written by hand: the library's conversion is generic, and costs a short program more than the rest of its
        // request.
        return String(unsafeUninitializedCapacity: 32) { digits in
            for place in 0..<32 {
                let bits = UInt8(truncatingIfNeeded: (place < 16 ? high : low) >> UInt64(60 - place % 16 * 4)) & 0xF
                digits[place] = bits < 10 ? UInt8(ascii: "0") + bits : UInt8(ascii: "a") + bits - 10
            }
            return 32
        }
    }
}
