import QueryCoding

/// What the keys of a route demand of each other, besides ``KeyDefinition/needs``.
extension JSONSchema {
    static var routeRules: [QueryValue] {
        let variables = QueryValue.record([
            ("propertyNames", .record([("pattern", "^(?!.*_proxy$)[a-z][a-z0-9_]*$")]))
        ])
        let short = QueryValue.record([
            (
                "anyOf",
                [
                    requiring("interpreter"),
                    having("script", .record([("maxLength", .integer(Script.maximumLength))])),
                ]
            )
        ])
        return [
            rule(if: "script", having("input", variables)), rule(if: "script", short),
            rule(if: "script", examples(without: ["argv", "opens"])), rule(if: "run", examples(without: ["opens"])),
            rule(if: "open", examples(without: ["argv"])), rule(if: "redirect", examples(without: ["argv"])),
            rule(if: "prefix", .record([("not", requiring("result-name"))])),
        ]
    }

    private static func rule(if key: String, _ schema: QueryValue) -> QueryValue {
        .record([("dependencies", .record([(key, schema)]))])
    }

    private static func having(_ key: String, _ schema: QueryValue) -> QueryValue {
        .record([("properties", .record([(key, schema)]))])
    }

    private static func examples(without keys: [String]) -> QueryValue {
        let items = QueryValue.record([("properties", .record(keys.map { ($0, false) }))])
        return having("examples", .record([("items", items)]))
    }
}
