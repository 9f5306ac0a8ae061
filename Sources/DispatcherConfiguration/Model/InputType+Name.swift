import QueryCoding

extension InputType {
    /// The name of the type in a file, without its options.
    var kind: InputTypeName {
        switch self {
        case .string: .string
        case .line: .line
        case .matching(_, let isLine): isLine ? .line : .string
        case .int: .int
        case .number: .number
        case .bool: .bool
        case .truthy: .truthy
        case .oneOf: .oneOf
        case .path: .path
        case .date: .date
        case .uuid: .uuid
        case .url: .url
        case .base64: .base64
        }
    }

    /// The type in lists and messages: its name, its pattern or its choices.
    package var name: String {
        switch self {
        case .matching(let pattern, _): "/\(pattern)/"
        case .oneOf(let cases): cases.joined(separator: "|")
        default: kind.rawValue
        }
    }
}
