import QueryCoding

/// The type that a path parameter's value must have for the pattern to match.
enum ParameterType: Sendable, Hashable {
    case text, int, number, bool, uuid, date
    /// A regular expression that matches the whole value; stored in a box, so that the other types, and segments, are
    /// small.
    indirect case expression(TextPattern)

    /// The types that a pattern specifies by name, which are the names of input types.
    static let named: [ParameterType] = [.text, .int, .number, .bool, .uuid, .date]

    /// The text after the colon in a pattern.
    var name: String {
        switch self {
        case .text: "string"
        case .int: "int"
        case .number: "number"
        case .bool: "bool"
        case .uuid: "uuid"
        case .date: "date"
        case .expression(let pattern): "/\(pattern)/"
        }
    }

    func accepts(_ value: String) -> Bool {
        switch self {
        case .text: true
        case .int: Int.read(value) != nil
        case .number: Double.read(value) != nil
        case .bool: Bool.read(value) != nil
        case .uuid: ScalarSyntax.isUUID(value)
        case .date: ScalarSyntax.isDate(value)
        case .expression(let pattern): pattern.matches(value)
        }
    }

    /// The kind of text that the type accepts, for messages.
    var expectation: String {
        if case .expression(let pattern) = self {
            "text that matches /\(pattern)/"
        } else {
            "a value of type '\(name)'"
        }
    }
}
