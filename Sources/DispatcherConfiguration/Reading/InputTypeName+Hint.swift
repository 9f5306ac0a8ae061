extension InputTypeName {
    /// The names that other languages have for the types.
    private static let foreign: [String: InputTypeName] = [
        "str": .string, "text": .string, "integer": .int, "boolean": .bool, "float": .number, "double": .number,
        "decimal": .number, "datetime": .date, "uri": .url, "link": .url, "enum": .oneOf, "choice": .oneOf,
        "file": .path, "folder": .path,
    ]

    /// `; write 'int'`, `; did you mean 'string'?` or the list of all.
    static func hint(for name: String) -> String {
        if let own = foreign[name.lowercased()] { return "; write '\(own.rawValue)'" }
        let all = allCases.map(\.rawValue)
        let near = DispatcherConfiguration.hint(for: name, among: all)
        return near.isEmpty ? "; the types are \(all.joined(separator: ", "))" : near
    }
}
