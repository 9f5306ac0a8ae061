extension Span<UInt8> {
    /// Compares bytes with a literal.
    func equals(_ literal: StaticString) -> Bool {
        guard count == literal.utf8CodeUnitCount else { return false }
        return literal.withUTF8Buffer { literal in
            for index in indices where self[index] != literal[index] { return false }
            return true
        }
    }

    /// Returns the range of the next segment of a path that is not empty; nil if no segment begins before the end.
    @inlinable @inline(__always)
    package func segment(from place: Int, to end: Int) -> Range<Int>? {
        var start = place
        while start < end, self[start] == UInt8(ascii: "/") { start &+= 1 }
        guard start < end else { return nil }
        var place = start
        while place < end, self[place] != UInt8(ascii: "/") { place &+= 1 }
        return start..<place
    }

    /// Whether the bytes begin with `x-`.
    var isReserved: Bool { count >= 2 && self[0] == UInt8(ascii: "x") && self[1] == UInt8(ascii: "-") }

    /// Whether the bytes contain this byte.
    func has(_ byte: UInt8) -> Bool { firstIndex(of: byte) != nil }

    /// Returns the index of the first byte with this value.
    func firstIndex(of byte: UInt8) -> Int? {
        var index = 0
        while index < count {
            if self[index] == byte { return index }
            index &+= 1
        }
        return nil
    }
}
