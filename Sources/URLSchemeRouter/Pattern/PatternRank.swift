/// What orders the composed segments of one level, and tells whether two of them match the same texts: more text is more
/// specific, and so is a type. What is left is decided by the bytes, so that the order in which routes were declared
/// never matters.
struct PatternRank: Comparable, Sendable {
    private let textLength: Int
    /// The pieces without the parameters' names.
    private let shape: [UInt8]

    init(_ pieces: [PatternSegment.Piece]) {
        var length = 0
        var shape: [UInt8] = []
        for piece in pieces {
            switch piece {
            case .text(let text):
                length += text.utf8.count
                shape += [0] + text.utf8 + [0]
            case .parameter(_, .text): shape.append(2)
            // The slash of a regular expression comes before the letters of a name.
            case .parameter(_, let type): shape += [1] + type.name.utf8
            }
        }
        textLength = length
        self.shape = shape
    }

    func hasMoreText(than other: Self) -> Bool { textLength > other.textLength }

    static func < (left: Self, right: Self) -> Bool {
        if left.textLength != right.textLength { return left.textLength > right.textLength }
        return left.shape.lexicographicallyPrecedes(right.shape)
    }
}
