/// The order of composed segments at one level of the tree. Two segments with equal ranks match the same texts.
///
/// More literal text comes first, then a typed parameter. Byte order decides between the rest, so that the order of
/// declaration never matters.
struct PatternRank: Comparable, Sendable {
    private let textLength: Int
    /// An encoding of the pieces without the names of the parameters.
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
            // The name of a regular expression begins with a slash, which sorts before the letters of a type's name.
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
