import QueryCoding

/// The schema for the type of an input: `line`, `[line]`, `{type: int, min: 1}`.
extension JSONSchema {
    static var input: QueryValue {
        any(of: [optional(InputTypeName.simple), list(itself, atLeast: 1, atMost: 1), InputKeys.table.schema])
    }

    /// A reference to ``input``, because a type may contain another type.
    static let itself = QueryValue.record([("$ref", "#/definitions/input")])

    /// The schema of `type` in a mapping with options.
    static var typeWithOptions: QueryValue {
        any(of: [
            optional(InputTypeName.allCases),
            list(any(of: [word([InputTypeName.path.rawValue]), itself]), atLeast: 1, atMost: 1),
        ])
    }

    /// Returns the schema of a mapping whose `type` is one of the types, also as an optional or as an array.
    static func having(_ types: [InputTypeName]) -> QueryValue {
        having(type: any(of: [optional(types), list(word(types.flatMap(\.words)), atLeast: 1, atMost: 1)]))
    }

    static func having(type: QueryValue) -> QueryValue {
        let key = InputKeys.type.name
        return .record([("required", [.string(key)]), ("properties", .record([(key, type)]))])
    }

    private static func optional(_ types: [InputTypeName]) -> QueryValue {
        word(types.flatMap(\.words).flatMap { [$0, $0 + "?"] })
    }
}
