import QueryCoding

/// The rules of a route for the values of its keys.
extension JSONSchema {
    static var routeRules: [QueryValue] {
        let short = QueryValue.record([("maxLength", .integer(Script.maximumLength))])
        let argv = ExampleKeys.argv.name
        let opens = ExampleKeys.opens.name
        return [
            rule(
                if: RouteKeys.script,
                any(of: [requiring(RouteKeys.interpreter.name), having(RouteKeys.script, short)])),
            rule(if: RouteKeys.script, examples(without: [argv, opens])),
            rule(if: RouteKeys.worker, examples(without: [argv, opens])),
            rule(if: RouteKeys.run, examples(without: [opens])), rule(if: RouteKeys.open, examples(without: [argv])),
            rule(if: RouteKeys.redirect, examples(without: [argv])),
        ]
    }

    private static func rule(if key: Key<RouteDraft>, _ schema: QueryValue) -> QueryValue {
        .record([("dependencies", .record([(key.name, schema)]))])
    }

    private static func having(_ key: Key<RouteDraft>, _ schema: QueryValue) -> QueryValue {
        .record([("properties", .record([(key.name, schema)]))])
    }

    private static func examples(without keys: [String]) -> QueryValue {
        let items = QueryValue.record([("properties", .record(keys.map { ($0, false) }))])
        return having(RouteKeys.examples, .record([("items", items)]))
    }
}
