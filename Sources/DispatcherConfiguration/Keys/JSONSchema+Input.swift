import QueryCoding

/// The schema for the type of an input: `line`, `[line]`, `{type: int, min: 1}`.
extension JSONSchema {
    static var input: QueryValue {
        .record([
            (
                "anyOf",
                [scalar(.type), list(itself, atLeast: 1, atMost: 1), options]
            )
        ])
    }

    private static let itself = schema(.input)

    /// A type with options.
    private static var options: QueryValue {
        let types = InputTypeName.allCases.map(\.rawValue)
        let type = QueryValue.record([
            (
                "anyOf",
                [
                    .record([("enum", .array(types.flatMap { [.string($0), .string($0 + "?")] }))]),
                    list(.record([("anyOf", [.record([("enum", ["path"])]), itself])]), atLeast: 1, atMost: 1),
                ]
            )
        ])
        let rules: [(keys: [String], types: [InputTypeName])] = [
            (["min", "max"], [.int, .number]), (["pattern"], [.string, .line]), (["under", "entry"], [.path]),
            (["schemes"], [.url]),
        ]
        var dependencies = rules.flatMap { rule in
            rule.keys.map { QueryValue.Member($0, having(type: of(rule.types))) }
        }
        dependencies.append(QueryValue.Member("separator", having(type: .record([("type", "array")]))))
        var members = object(.input).members ?? []
        members = members.map { member in
            guard member.name == "properties" else { return member }
            let properties = (member.value.members ?? []).map {
                $0.name == "type" ? QueryValue.Member("type", type) : $0
            }
            return QueryValue.Member("properties", .object(properties))
        }
        members += [
            QueryValue.Member("dependencies", .object(dependencies)),
            QueryValue.Member("if", having(type: of([.path]))), QueryValue.Member("then", requiring("under")),
        ]
        return .object(members)
    }

    private static func having(type: QueryValue) -> QueryValue {
        .record([("required", ["type"]), ("properties", .record([("type", type)]))])
    }

    /// One of the types, as it is, as an optional or as an array.
    private static func of(_ types: [InputTypeName]) -> QueryValue {
        let names = types.map(\.rawValue)
        return .record([
            (
                "anyOf",
                [
                    .record([("enum", .array(names.flatMap { [.string($0), .string($0 + "?")] }))]),
                    list(.record([("enum", .array(names.map { .string($0) }))]), atLeast: 1, atMost: 1),
                ]
            )
        ])
    }
}
