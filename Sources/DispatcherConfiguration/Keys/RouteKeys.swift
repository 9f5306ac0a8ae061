/// The keys of a route.
enum RouteKeys {
    static let table = Table<RouteDraft>(
        "A ROUTE", oneOf: ("action", [run, script, open, redirect, worker]),
        foreign: [
            "durable": "remove the key: the records of every request survive a kill of the daemon, and none a power cut"
        ]
    ) {
        ofEachRoute
        run
        script
        open
        redirect
        worker
        interpreter
        ofCommands
        ofAnswers
        SharedKeys.keys(in: \.shared, answering: answering, commands: commands, structured: structured)
    }

    /// Requires URLs that are not opaque, which the route's file states.
    static let structured = Condition<RouteDraft>.structured(isStated: false) { $0.shared.isOpaque }
    /// Requires an action that starts a command.
    static let commands = Condition<RouteDraft>.with([run, script])
    /// Requires an action that takes as long as a command or a worker needs.
    static let lasting = Condition<RouteDraft>.with([run, script, worker])
    /// Requires an action of a route that answers itself, and does not lead to another URL.
    static let answering = Condition<RouteDraft>.with(
        [run, script, open, worker], hint: "; set it in the route that the redirect leads to")
}

/// A route as its file has it. Values that depend on the parameters of the route are not read yet.
struct RouteDraft {
    var route: RouteDefinition
    /// The values that the route may share with the other routes of its file.
    var shared: SharedKeys
    var name: String?
    var run: YAMLNode?
    var script: LocatedText?
    var open: LocatedText?
    var redirect: LocatedText?
    var worker: String?
    var interpreter: [String]?
    var stdin: LocatedText?
    var present: YAMLNode?
    var resultName: LocatedText?
    var required: [[LocatedText]] = []
    var exclusive: [[LocatedText]] = []
    var examples: [YAMLNode] = []
}
