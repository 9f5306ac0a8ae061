/// An element of `run`: one that becomes an argument, several or none, or a group that stands or falls together.
package enum Argument: Sendable, Hashable {
    case element(Template)
    case group([Template])
}

/// A text with places for values.
package struct Template: Sendable, Hashable {
    package var pieces: [Piece]

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

/// The URL that an `open` route opens.
package struct OpenTemplate: Sendable, Hashable {
    package var template: Template
}
