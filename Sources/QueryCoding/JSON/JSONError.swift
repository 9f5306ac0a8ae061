/// The reason why the parser rejected a text.
package enum JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text is not JSON (RFC 8259); the offset counts bytes from 0.
    case syntax(String, offset: Int)
    /// An object has the same name twice. JSON readers disagree on which value counts.
    case doubledKey(String)
    /// Arrays and objects are nested deeper than the limit.
    case tooDeep(limit: Int)

    package var description: String {
        switch self {
        case .syntax(let problem, let offset): "not JSON: \(problem) at byte \(offset)"
        case .doubledKey(let key): "duplicate key \(Self.shortened(key)) in an object"
        case .tooDeep(let limit): "nested more than \(limit) deep"
        }
    }

    /// Escapes the name as JSON does, so that no control character reaches a terminal.
    private static func shortened(_ key: String) -> String {
        QueryValue.string(String(String.UnicodeScalarView(key.unicodeScalars.prefix(64)))).json
    }
}
