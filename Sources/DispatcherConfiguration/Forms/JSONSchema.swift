import QueryCoding

/// The JSON Schema (draft-07) of a file, with which editors complete and check the file: the keys, the types and words of
/// their values, and which keys go together. The schema accepts every file that the reader accepts, if numbers and flags
/// are not quoted. Only the reader checks the other rules of texts.
package enum JSONSchema {
    /// The files that have a schema.
    package enum File: String, CaseIterable, Sendable {
        case routes, config
    }

    /// Returns the members of the schema of a mapping with the keys of a table.
    static func members<Model>(of table: Table<Model>) -> [(String, QueryValue?)] {
        var all: [QueryValue] = []
        if !table.anyOf.isEmpty { all.append(any(of: table.anyOf.map { requiring($0.name) })) }
        let oneOf = table.oneOf.keys.map { requiring($0.name) }
        if !oneOf.isEmpty { all.append(.record([("oneOf", .array(oneOf))])) }
        let required = table.keys.filter(\.definition.isRequired).map { QueryValue.string($0.name) }
        let dependencies = table.keys.compactMap { key in key.dependency.map { (key.name, $0) } }
        return [
            ("type", "object"), ("properties", .record(table.definitions.map { ($0.name, described($0)) })),
            ("required", required.isEmpty ? nil : .array(required)), ("additionalProperties", false),
            ("dependencies", dependencies.isEmpty ? nil : .record(dependencies)),
            ("allOf", all.isEmpty ? nil : .array(all)),
        ]
    }

    private static func described(_ key: KeyDefinition) -> QueryValue {
        let standard = key.standard.map { " Default: \($0)." } ?? ""
        let text = "\(key.meaning)\(standard)\n\nExample:\n\(key.example)"
        return .object([QueryValue.Member("description", .string(text))] + (key.schema().members ?? []))
    }

    static func requiring(_ key: String) -> QueryValue { .record([("required", [.string(key)])]) }

    static func any(of schemas: [QueryValue]) -> QueryValue { .record([("anyOf", .array(schemas))]) }

    static func word(_ words: [String]) -> QueryValue { .record([("enum", .array(words.map { .string($0) }))]) }

    /// Returns the schema of a text.
    /// - Parameter mayBeOther: Whether YAML may read such a text as a number or a flag.
    static func scalar(mayBeOther: Bool = false) -> QueryValue {
        .record([("type", mayBeOther ? ["string", "number", "boolean"] : "string")])
    }

    static func list(_ element: QueryValue, atLeast count: Int = 0, atMost limit: Int? = nil) -> QueryValue {
        .record([
            ("type", "array"), ("items", element), ("minItems", count > 0 ? .integer(count) : nil),
            ("maxItems", limit.map { .integer($0) }),
        ])
    }

    /// Returns the schema of a mapping with any keys. The entry `default` may have another schema.
    static func entries(_ value: QueryValue, standard: QueryValue? = nil) -> QueryValue {
        .record([
            ("type", "object"), ("properties", standard.map { .record([("default", $0)]) }),
            ("additionalProperties", value),
        ])
    }
}
