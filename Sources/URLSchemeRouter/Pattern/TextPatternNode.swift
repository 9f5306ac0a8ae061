/// A part of a regular expression.
indirect enum TextPatternNode {
    /// Any one scalar of a set.
    case scalar(ScalarSet)
    /// The parts in order.
    case sequence([TextPatternNode])
    /// Any one of the parts.
    case choice([TextPatternNode])
    /// A part repeated; without a maximum, any number of times from the minimum.
    case repeated(TextPatternNode, minimum: Int, maximum: Int?)

    /// The number of states that this part needs, at least one for each of its parts. The number bounds the time of a
    /// match.
    var size: Int {
        switch self {
        case .scalar: 1
        case .sequence(let parts): max(1, parts.reduce(0) { $0 + $1.size })
        case .choice(let parts): parts.reduce(0) { $0 + $1.size + 1 }
        case .repeated(let part, let minimum, let maximum):
            part.size * max(1, maximum ?? minimum) + (maximum.map { $0 - minimum } ?? 1)
        }
    }
}
