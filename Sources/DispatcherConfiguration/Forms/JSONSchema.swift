import QueryCoding

/// The JSON Schema (draft-07) of a file, with which editors complete and check the file: the keys, and the types
/// and words of their values. The schema accepts every file that the reader accepts, if numbers and flags are not quoted.
/// Only the reader checks the other rules of texts, and which keys go together.
package enum JSONSchema {
    /// The files that have a schema.
    package enum File: String, CaseIterable, Sendable {
        case routes, config
    }

    /// Returns the members of the schema of a mapping with the keys of a table.
    static func members<Model>(of table: Table<Model>) -> [(String, QueryValue?)] {
        let required = table.keys.filter(\.definition.isRequired).map { QueryValue.string($0.name) }
        return [
            ("type", "object"), ("properties", .record(table.definitions.map { ($0.name, described($0)) })),
            ("required", .array(required)), ("additionalProperties", false),
        ]
    }

    private static func described(_ key: KeyDefinition) -> QueryValue {
        let standard = key.standard.map { " Default: \($0)." } ?? ""
        let text = "\(key.meaning)\(standard)\n\nExample:\n\(key.example)"
        return .object([QueryValue.Member("description", .string(text))] + (key.schema().members ?? []))
    }

    static func any(of schemas: [QueryValue]) -> QueryValue { .record([("anyOf", .array(schemas))]) }

    static func word(_ words: [String]) -> QueryValue { .record([("enum", .array(words.map { .string($0) }))]) }

    /// Returns the schema of a text.
    /// - Parameter mayBeOther: Whether YAML may read such a text as a number or a flag.
    static func scalar(mayBeOther: Bool = false) -> QueryValue {
        .record([("type", mayBeOther ? ["string", "number", "boolean"] : "string")])
    }

    static func list(_ element: QueryValue, atLeast count: Int = 0) -> QueryValue {
        .record([("type", "array"), ("items", element), ("minItems", .integer(count))])
    }

    /// Returns the schema of a mapping with any keys.
    static func entries(_ value: QueryValue) -> QueryValue {
        .record([("type", "object"), ("additionalProperties", value)])
    }
}
