/// A route as its file has it. What depends on the parameters of the route is not read yet.
struct RouteDraft {
    var route: RouteDefinition
    /// The values that it may share with the other routes of its file.
    var shared: SharedKeys
    var name: String?
    var run: YAMLNode?
    var script: LocatedText?
    var open: LocatedText?
    var redirect: LocatedText?
    var interpreter: [String]?
    var stdin: LocatedText?
    var present: YAMLNode?
    var resultName: LocatedText?
    var required: [[LocatedText]] = []
    var exclusive: [[LocatedText]] = []
    var examples: [YAMLNode] = []

    init(_ route: RouteDefinition, _ shared: SharedKeys) {
        self.route = route
        self.shared = shared
    }
}
