extension JSONPrinter {
    /// Returns a number of bytes at the start that certainly need no escape. Checks eight bytes at a time.
    @inline(__always)
    static func plainLength(_ utf8: UnsafeBufferPointer<UInt8>) -> Int {
        let bytes = UnsafeRawBufferPointer(utf8)
        guard bytes.count >= 8 else { return isPlain(word(of: bytes)) ? bytes.count : 0 }
        var index = 0
        while bytes.count - index >= 8 {
            guard isPlain(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) else { return index }
            index += 8
        }
        // The last eight bytes may overlap earlier bytes.
        return isPlain(bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)) ? bytes.count : index
    }

    /// Returns fewer than eight bytes in one word, some of them twice.
    @inline(__always)
    private static func word(of bytes: UnsafeRawBufferPointer) -> UInt64 {
        guard bytes.count >= 4 else { return bytes.reduce(0x2020_2020_2020_2020) { $0 << 8 | UInt64($1) } }
        let first = bytes.loadUnaligned(as: UInt32.self)
        let last = bytes.loadUnaligned(fromByteOffset: bytes.count - 4, as: UInt32.self)
        return UInt64(first) << 32 | UInt64(last)
    }

    /// Returns true if eight bytes certainly need no escape. False for some words that need no escape, too.
    @inline(__always)
    private static func isPlain(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // A subtraction sets the highest bit of a byte that was smaller than the subtrahend, or of a later byte.
        let controls = word &- ones &* 0x20
        let quotes = (word ^ ones &* 0x22) &- ones
        let backslashes = (word ^ ones &* 0x5C) &- ones
        let deletes = (word ^ ones &* 0x7F) &- ones
        // A byte outside ASCII has its highest bit set.
        return (word | controls | quotes | backslashes | deletes) & (ones &* 0x80) == 0
    }
}
