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

    /// Makes a text of the UTF-8 that a closure writes.
    /// - Parameter capacity: The maximum number of bytes that the closure writes. More bytes trap.
    package init(capacity: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
        self = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
            var output = OutputSpan(buffer: buffer, initializedCount: 0)
            write(&output)
            let count = output.finalize(for: buffer)
            return String(decoding: UnsafeBufferPointer(rebasing: buffer[..<count]), as: UTF8.self)
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Compares eight or four bytes at a time; the last bytes may overlap earlier bytes.
    package func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count else { return false }
        if count >= 8 {
            for index in stride(from: 0, to: count - 8, by: 8) where !hasSame(UInt64.self, as: other, at: index) {
                return false
            }
            return hasSame(UInt64.self, as: other, at: count - 8)
        }
        if count >= 4 {
            return hasSame(UInt32.self, as: other, at: 0) && hasSame(UInt32.self, as: other, at: count - 4)
        }
        for index in indices where self[index] != other[index] { return false }
        return true
    }

    @inline(__always)
    private func hasSame<Word: BitwiseCopyable & Equatable>(_ type: Word.Type, as other: Self, at index: Int) -> Bool {
        UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: index, as: type)
            == UnsafeRawBufferPointer(other).loadUnaligned(fromByteOffset: index, as: type)
    }
}

extension Span<UInt8> {
    /// Compares bytes.
    package func hasSameBytes(as other: Span<UInt8>) -> Bool {
        withUnsafeBufferPointer { left in other.withUnsafeBufferPointer { left.hasSameBytes(as: $0) } }
    }
}

extension OutputSpan<UInt8> {
    /// Appends the UTF-8 of a text.
    package mutating func append(_ text: String) {
        let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { append($0.span) }
        if isWritten == nil { append(Array(text.utf8).span) }
    }

    private mutating func append(_ bytes: Span<UInt8>) {
        for index in bytes.indices { append(bytes[index]) }
    }
}
