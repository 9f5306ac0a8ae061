/// The keys of a route.
enum RouteKeys {
    static let table = Table<RouteDraft>(
        "A ROUTE", oneOf: ("action", [run, script, open, redirect]), rules: { JSONSchema.routeRules }
    ) {
        ofEachRoute
        ofActions
        ofCommands
        ofAnswers
        SharedKeys.keys(in: \.shared, answering: answering, commands: commands)
    }

    /// The actions that start a command.
    static let commands = Condition<RouteDraft>.with([run, script])
    /// The actions of routes that answer themselves, and do not lead to another URL.
    static let answering = Condition<RouteDraft>.with(
        [run, script, open], hint: "; set it in the route that the redirect leads to")
}
