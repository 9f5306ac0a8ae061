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

    /// The names of the template's parameters.
    var parameterNames: [String] {
        pieces.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }

    /// The author's text before the first value.
    var leadingText: String {
        if case .text(let text)? = pieces.first { text } else { "" }
    }

    /// The values of the template in a message: `the value of '$x'`.
    var shownValues: String {
        let names = pieces.compactMap { piece -> String? in
            switch piece {
            case .text: nil
            case .parameter(let name): "'\(NameRules.isVariable(name) ? "$\(name)" : "${\(name)}")'"
            case .request(let value): "'${\(value.rawValue)}'"
            }
        }
        let unique = names.enumerated().filter { names.firstIndex(of: $0.element) == $0.offset }.map(\.element)
        return "the value of \(unique.joined(separator: " and "))"
    }

    /// The text, if the template has no values.
    var literal: String? {
        var text = ""
        for piece in pieces {
            guard case .text(let part) = piece else { return nil }
            text += part
        }
        return text
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
