extension String {
    /// Compares bytes: names and paths match exactly, never by canonical equivalence.
    @inline(__always)
    package func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && hasBytes(ofSameCountAs: other)
    }

    private func hasBytes(ofSameCountAs other: String) -> Bool {
        let same = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in left.hasSameBytes(as: right) }
        }
        return (same ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    /// Calls a closure with the bytes of the text. Copies a text only if its bytes are not contiguous.
    @inlinable @inline(__always)
    package func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable({ body($0.span) }) { return result }
        var copy = self
        return copy.withUTF8 { body($0.span) }
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

    /// Makes a text of UTF-8, replacing each malformed byte.
    package init(decoding bytes: Span<UInt8>) {
        self = bytes.withUnsafeBufferPointer { bytes in
            // A text of up to 15 bytes needs no storage, and this way of making such a text is inlined.
            guard bytes.count <= 15 else { return String(decoding: bytes, as: UTF8.self) }
            return String(unsafeUninitializedCapacity: bytes.count) { $0.initialize(from: bytes).index }
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Compares bytes.
    package func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        count == other.count && elementsEqual(other)
    }
}
