/// The names of the input types, and those that other languages have for them.
enum TypeName {
    static let all = [
        "string", "line", "int", "number", "bool", "truthy", "date", "uuid", "url", "base64", "one-of", "path",
    ]

    private static let foreign = [
        "str": "string", "text": "string", "integer": "int", "boolean": "bool", "float": "number",
        "double": "number", "decimal": "number", "datetime": "date", "uri": "url", "link": "url", "enum": "one-of",
        "choice": "one-of", "file": "path", "folder": "path",
    ]

    /// `; write 'int'`, `; did you mean 'string'?` or the list of all.
    static func hint(for name: String) -> String {
        if let own = foreign[name.lowercased()] { return "; write '\(own)'" }
        let near = DispatcherConfiguration.hint(for: name, among: all)
        return near.isEmpty ? "; the types are \(all.joined(separator: ", "))" : near
    }
}
