import QueryCoding

extension InputTypeName {
    /// The words for the type in a file. `text` is the word of `output` for a string.
    var words: [String] { self == .string ? [rawValue, "text"] : [rawValue] }

    /// Names of types in other languages.
    private static let foreign: [String: InputTypeName] = [
        "str": .string, "integer": .int, "boolean": .bool, "float": .number, "double": .number,
        "decimal": .number, "datetime": .date, "uri": .url, "link": .url, "enum": .oneOf, "choice": .oneOf,
        "file": .path, "folder": .path,
    ]

    /// Returns `; write 'int'`, `; write {one-of: [a, b]}`, `; did you mean 'string'?` or the list of all types.
    static func hint(for name: String) -> String {
        switch foreign[name.lowercased()] {
        case .oneOf: return "; write {one-of: [a, b]}"
        case .path: return "; write {type: path, under: DIR}"
        case .some(let own): return "; write '\(own.rawValue)'"
        case nil: break
        }
        let choices = name.split(separator: "|", omittingEmptySubsequences: false)
        if choices.count > 1 { return "; write {one-of: [\(choices.joined(separator: ", "))]}" }
        let all = allCases.map(\.rawValue)
        let near = DispatcherConfiguration.hint(for: name, among: all)
        return near.isEmpty ? "; the types are \(all.joined(separator: ", "))" : near
    }
}
