extension InputType {
    /// The name of the type in a file.
    package var name: String {
        switch self {
        case .string: "string"
        case .line: "line"
        case .matching(let pattern, _): "/\(pattern)/"
        case .int: "int"
        case .number: "number"
        case .bool: "bool"
        case .truthy: "truthy"
        case .oneOf(let cases): cases.joined(separator: "|")
        case .path: "path"
        case .date: "date"
        case .uuid: "uuid"
        case .url: "url"
        case .base64: "base64"
        }
    }
}
