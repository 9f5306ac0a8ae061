package import QueryCoding

/// The JSON Schema (draft-07) of a file, which editors complete and check it by. It accepts every file that the reader
/// accepts, if its numbers and flags are not quoted, and refuses most mistakes.
package struct JSONSchema {
    /// The files that have a schema.
    package enum File: String, CaseIterable, Sendable {
        case routes, config
    }

    private let file: File

    package init(of file: File) { self.file = file }

    package var value: QueryValue {
        let table: KeyTable = file == .routes ? .file : .settings
        var members: [(String, QueryValue?)] = [
            ("$schema", "http://json-schema.org/draft-07/schema#"),
            ("title", .string(file == .routes ? "Routes of xcallbackd" : "Settings of xcallbackd")),
        ]
        members += (Self.object(table).members ?? []).map { ($0.name, $0.value) }
        // An array may be one of types with options, so that the schema of a type names itself.
        if file == .routes { members.append(("definitions", .record([("input", Self.input)]))) }
        return .record(members)
    }

    static func object(_ table: KeyTable) -> QueryValue {
        var all: [QueryValue] = []
        if !table.anyOf.isEmpty { all.append(.record([("anyOf", .array(table.anyOf.map(requiring)))])) }
        if table.name == KeyTable.route.name { all += routeRules }
        if !table.oneOf.isEmpty { all.append(.record([("oneOf", .array(table.oneOf.map(requiring)))])) }
        let required = table.keys.filter(\.isRequired).map { QueryValue.string($0.name) }
        let needs = table.keys.filter { !$0.needs.isEmpty }.map { key in
            QueryValue.Member(key.name, .record([("anyOf", .array(key.needs.map(requiring)))]))
        }
        return .record([
            ("type", "object"),
            (
                "properties",
                .object(table.keys.map { QueryValue.Member($0.name, described(schema($0.value), $0)) })
            ),
            ("required", required.isEmpty ? nil : .array(required)), ("additionalProperties", false),
            ("dependencies", needs.isEmpty ? nil : .object(needs)),
            ("allOf", all.isEmpty ? nil : .array(all)),
        ])
    }

    static func requiring(_ key: String) -> QueryValue { .record([("required", [.string(key)])]) }

    private static func described(_ schema: QueryValue, _ key: KeyDefinition) -> QueryValue {
        let standard = key.standard.map { " Default: \($0)." } ?? ""
        let text = "\(key.meaning)\(standard)\n\nExample:\n\(key.example)"
        return .object([QueryValue.Member("description", .string(text))] + (schema.members ?? []))
    }

    static func schema(_ value: KeyValue) -> QueryValue {
        switch value {
        case .text: scalar()
        case .form(let form): scalar(form)
        // Before version 1.2 of YAML, these words were flags too.
        case .flag: .record([("enum", [true, false, "on", "off", "yes", "no"])])
        case .duration: string("(?=[0-9.]*[1-9])[0-9]+(\\.[0-9]+)?(ms|s|m|h|d)")
        case .size: string("(?=[0-9.]*[1-9])[0-9]+(\\.[0-9]+)?(KiB|MiB|GiB)")
        case .number: .record([("type", "number")])
        case .whole(let range):
            .record([
                ("type", "integer"), ("minimum", .integer(range.lowerBound)), ("maximum", .integer(range.upperBound)),
            ])
        case .word(let words): .record([("enum", .array(words.map { .string($0) }))])
        case .list(let element, let count): list(schema(element), atLeast: count)
        case .command(let hasValues): command(hasValues)
        case .mapping(let table): object(table)
        case .entries(let names, let value, let standard):
            .record([
                ("type", "object"), ("propertyNames", .record([("pattern", .string("^(\(names.pattern))$"))])),
                ("properties", standard.map { .record([("default", schema($0))]) }),
                ("additionalProperties", schema(value)),
            ])
        case .input: .record([("$ref", "#/definitions/input")])
        case .either(let values): .record([("anyOf", .array(values.map(schema)))])
        }
    }

    static func scalar(_ form: TextForm? = nil) -> QueryValue {
        let isOther = form?.mayBeOther ?? true
        return .record([
            ("type", isOther ? ["string", "number", "boolean"] : "string"),
            ("pattern", form.map { .string("^(\($0.pattern))$") }),
        ])
    }

    private static func string(_ pattern: String) -> QueryValue { scalar(TextForm(name: "", pattern: pattern)) }

    static func list(_ element: QueryValue, atLeast count: Int, atMost limit: Int? = nil) -> QueryValue {
        .record([
            ("type", "array"), ("items", element), ("minItems", count > 0 ? .integer(count) : nil),
            ("maxItems", limit.map { .integer($0) }),
        ])
    }

    private static func command(_ hasValues: Bool) -> QueryValue {
        guard hasValues else { return list(scalar(), atLeast: 1) }
        let argument = scalar(.argument)
        return .record([
            ("type", "array"), ("items", [scalar(.program)]), ("minItems", 1),
            ("additionalItems", .record([("anyOf", [argument, list(argument, atLeast: 1)])])),
        ])
    }
}
