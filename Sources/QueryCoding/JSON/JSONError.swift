/// Why a text is not the JSON that we accept.
package enum JSONError: Error, Sendable, Hashable {
    /// Not JSON (RFC 8259), at that byte.
    case syntax(String, offset: Int)
    /// The same name twice in an object: readers disagree on which one counts.
    case doubledKey(String)
    /// Deeper than is accepted.
    case tooDeep(limit: Int)
}

extension JSONError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .syntax(let problem, let offset): "not JSON: \(problem) at byte \(offset)"
        case .doubledKey(let key): "the name \(Self.shortened(key)) stands twice in an object"
        case .tooDeep(let limit): "nested more than \(limit) deep"
        }
    }

    /// The name as JSON writes it, so that its controls reach no terminal.
    private static func shortened(_ key: String) -> String {
        QueryValue.string(String(String.UnicodeScalarView(key.unicodeScalars.prefix(64)))).json
    }
}
