/// A text with placeholders for values.
package struct Template: Sendable, Hashable {
    package var pieces: [Piece]

    package init(pieces: [Piece]) { self.pieces = pieces }

    package enum Piece: Sendable, Hashable {
        case text(String)
        /// `$name` or `${name}`
        case parameter(String)
        /// `${x-url}`, `${x-source}`, `${x-fragment}`, `${x-id}`
        case request(RequestValue)
    }

    package enum RequestValue: String, Sendable, Hashable, CaseIterable {
        case url = "x-url"
        case source = "x-source"
        case fragment = "x-fragment"
        case id = "x-id"
    }
}

/// An element of `run`. An element becomes one argument, several arguments or no argument. The arguments of a group
/// appear together or not at all.
package enum Argument: Sendable, Hashable {
    case element(Template)
    case group([Template])
}

extension [Argument] {
    /// Makes arguments without values.
    init(literals words: [String]) { self = words.map { .element(Template(pieces: [.text($0)])) } }
}
