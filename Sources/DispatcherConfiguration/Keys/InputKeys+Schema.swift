import QueryCoding

/// The schema for the type of an input: `line`, `[line]`, `{type: int, min: 1}`.
extension JSONSchema {
    static var input: QueryValue {
        any(of: [words(of: InputTypeName.simple), list(itself, atLeast: 1), InputKeys.table.schema])
    }

    /// A reference to ``input``, because a type may contain another type.
    static let itself = QueryValue.record([("$ref", "#/definitions/input")])

    /// The schema of `type` in a mapping with options.
    static var typeWithOptions: QueryValue {
        any(of: [
            words(of: InputTypeName.allCases),
            list(any(of: [word([InputTypeName.path.rawValue]), itself]), atLeast: 1),
        ])
    }

    private static func words(of types: [InputTypeName]) -> QueryValue {
        word(types.flatMap(\.words).flatMap { [$0, $0 + "?"] })
    }
}
