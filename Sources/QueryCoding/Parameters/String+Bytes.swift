extension String {
    /// Compares bytes: names and paths match exactly, never by canonical equivalence.
    package func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        var (left, right) = (self, other)
        return left.withUTF8 { left in right.withUTF8 { left.elementsEqual($0) } }
    }
}
