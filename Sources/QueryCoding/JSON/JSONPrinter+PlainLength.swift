extension JSONPrinter {
    /// Returns how many bytes at the start certainly need no escape. Looks at eight bytes at a time.
    @inline(__always)
    static func plainLength(_ utf8: UnsafeBufferPointer<UInt8>) -> Int {
        let bytes = UnsafeRawBufferPointer(utf8)
        guard bytes.count >= 8 else { return isPlain(word(of: bytes)) ? bytes.count : 0 }
        var index = 0
        while bytes.count - index >= 8 {
            guard isPlain(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) else { return index }
            index += 8
        }
        // The last eight may overlap others.
        return isPlain(bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)) ? bytes.count : index
    }

    /// Fewer than eight bytes in one word, some of them twice.
    @inline(__always)
    private static func word(of bytes: UnsafeRawBufferPointer) -> UInt64 {
        guard bytes.count >= 4 else { return bytes.reduce(0x2020_2020_2020_2020) { $0 << 8 | UInt64($1) } }
        let first = bytes.loadUnaligned(as: UInt32.self)
        let last = bytes.loadUnaligned(fromByteOffset: bytes.count - 4, as: UInt32.self)
        return UInt64(first) << 32 | UInt64(last)
    }

    /// Whether none of eight bytes needs an escape. False for some others too.
    @inline(__always)
    private static func isPlain(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // A subtraction sets the highest bit of a byte that was smaller, or of one after it.
        let controls = word &- ones &* 0x20
        let quotes = (word ^ ones &* 0x22) &- ones
        let backslashes = (word ^ ones &* 0x5C) &- ones
        let deletes = (word ^ ones &* 0x7F) &- ones
        // A byte that is not ASCII has the bit itself.
        return (word | controls | quotes | backslashes | deletes) & (ones &* 0x80) == 0
    }
}
