extension String {
    /// Compares bytes: names and paths match exactly, never by canonical equivalence.
    package func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let same = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in left.hasSameBytes(as: right) }
        }
        return (same ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    /// Makes a text of UTF-8; nil if the bytes are not UTF-8.
    ///
    /// `String(validating:as:)` takes 800 instructions more. Decoding replaces each malformed byte, so the bytes stay
    /// the same only if they are UTF-8.
    package init?(utf8 bytes: Span<UInt8>) {
        self.init(decoding: bytes)
        let isSame = withUTF8 { text in bytes.withUnsafeBufferPointer { text.hasSameBytes(as: $0) } }
        guard isSame else { return nil }
    }

    /// Makes a text of UTF-8, in which each malformed byte is replaced.
    package init(decoding bytes: Span<UInt8>) {
        self = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Compares eight bytes at a time.
    package func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count else { return false }
        let (left, right) = (UnsafeRawBufferPointer(self), UnsafeRawBufferPointer(other))
        var index = 0
        while count - index >= 8 {
            let differs =
                left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                != right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if differs { return false }
            index += 8
        }
        while index < count {
            if self[index] != other[index] { return false }
            index += 1
        }
        return true
    }
}
