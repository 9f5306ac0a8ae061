/// An example of a route.
struct ExampleDraft {
    var example: RouteDefinition.Example
    /// The key of the route's action.
    let action: String?
}

/// The keys of an example.
enum ExampleKeys {
    static let argv = Key<ExampleDraft>(
        "argv", .command, \.example.arguments, only: .of(RouteKeys.run),
        "The program and all arguments that the route must run for the sample URL.",
        with: "run: [echo, hi]", example: "[echo, hi], url: \"notes:///r\"")
    static let opens = Key<ExampleDraft>(
        "opens", .text, \.example.opens, only: .of(RouteKeys.open, RouteKeys.redirect),
        "The URL that the route must open or redirect to.", with: "open: \"https://example.org/\"",
        example: "\"https://example.org/\", url: \"notes:///r\"")

    static let table = Table<ExampleDraft>("examples", frame: .inner("examples: [{", "}]")) {
        Key("url", .text, \.example.url, isRequired: true, "The sample URL.", example: "\"notes:///r\"")
        argv
        opens
    }
}

extension Condition<ExampleDraft> {
    /// Requires that the action of the route, if it has one, is one of the given keys.
    fileprivate static func of(_ actions: Key<RouteDraft>...) -> Condition {
        let names = actions.map(\.name)
        return Condition(predicate: "goes with \(listed(names.map { "'\($0)'" }, "and")) routes") { draft, _ in
            draft.action.map(names.contains) ?? true
        }
    }
}
