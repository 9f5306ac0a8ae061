extension UnsafeBufferPointer<UInt8> {
    /// Compares bytes with a literal.
    func equals(_ literal: StaticString) -> Bool {
        guard count == literal.utf8CodeUnitCount else { return false }
        return literal.withUTF8Buffer { literal in
            for index in indices where self[index] != literal[index] { return false }
            return true
        }
    }

    /// Whether the bytes begin with `x-`.
    var isReserved: Bool { count >= 2 && self[0] == UInt8(ascii: "x") && self[1] == UInt8(ascii: "-") }
}
