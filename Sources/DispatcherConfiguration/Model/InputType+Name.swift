import QueryCoding

extension InputType {
    /// The types without options. A path lacks its folder here. A choice is not among the types, because a choice needs
    /// values.
    static let plain: KeyValuePairs<InputTypeName, InputType> = [
        .string: .string, .line: .line, .int: .int(min: nil, max: nil), .number: .number(min: nil, max: nil),
        .bool: .bool,
        .truthy: .truthy, .date: .date, .uuid: .uuid, .url: .url, .base64: .base64, .path: .path(under: ""),
    ]

    /// The name of the type in a file, without its options.
    var kind: InputTypeName {
        switch self {
        case .matching(_, let isLine): isLine ? .line : .string
        case .int: .int
        case .number: .number
        case .oneOf: .oneOf
        case .path: .path
        case .string, .line, .bool, .truthy, .date, .uuid, .url, .base64:
            Self.plain.first { $0.value == self }?.key ?? .string
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
