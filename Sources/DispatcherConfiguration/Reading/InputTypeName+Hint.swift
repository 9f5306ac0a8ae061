import QueryCoding
import URLSchemeRouter

extension InputTypeName {
    /// The words for the type in a file. `text` is the word of `output` for a string.
    var words: [String] { self == .string ? [rawValue, "text"] : [rawValue] }

    /// Names of types in other languages.
    private static let foreign: [String: InputTypeName] = [
        "str": .string, "integer": .int, "boolean": .bool, "float": .number, "double": .number,
        "decimal": .number, "datetime": .date, "uri": .url, "link": .url, "enum": .oneOf, "choice": .oneOf,
        "file": .path, "folder": .path,
    ]

    /// Returns the type that a wrong name means: of another language, or the most similar.
    static func meant(by name: String) -> InputTypeName? {
        foreign[name.lowercased()] ?? nearest(to: name, among: allCases.map(\.rawValue)).flatMap { Self(rawValue: $0) }
    }

    /// Returns `; write {one-of: [a, b]}`, `; did you mean 'string'?` or the list of all types.
    static func hint(for name: String) -> String {
        let choices = name.split(separator: "|", omittingEmptySubsequences: false)
        if choices.count > 1 { return "; write {one-of: [\(choices.joined(separator: ", "))]}" }
        return switch meant(by: name) {
        case .oneOf: "; write {one-of: [a, b]}"
        case .path: "; write {type: path, under: DIR}"
        case let type?: "; did you mean '\(type.rawValue)'?"
        case nil: "; the types are \(allCases.map(\.rawValue).joined(separator: ", "))"
        }
    }
}
