import DispatcherConfiguration
import QueryCoding
import XCallbackURL

/// The requests that the user allowed for good: those of a route, with parameters of the same names, whose callbacks go to
/// the same destinations.
package struct Grant: Sendable, Hashable {
    package let route: String
    /// The route as it was declared. Another declaration is another route, even if its name is the same.
    package let declaration: String
    /// The names of the parameters that the route reads, sorted.
    package let parameters: [String]
    /// The schemes (`app:`) and hosts (`https://example.org`) of the callbacks, sorted.
    package let callbacks: [String]

    package init(route: String, declaration: String, parameters: [String], callbacks: [String]) {
        self.route = route
        self.declaration = declaration
        self.parameters = parameters
        self.callbacks = callbacks
    }

    /// The grant for requests such as this one; nil if there is an ``obstacle(to:)``.
    init?(_ matched: MatchedRequest) {
        guard let definition = matched.route.definition?.value, Self.obstacle(to: matched) == nil else { return nil }
        let destinations = CallbackKind.allCases.compactMap { matched.callbacks[$0]?.destination }
        self.init(
            route: definition.name, declaration: definition.declaredText,
            parameters: definition.input.map(\.name).filter(matched.parameters.contains).sorted(),
            callbacks: Set(destinations).sorted())
    }

    /// Why the user is asked each time about requests such as this one, as in `because it takes a path`; nil if they can
    /// be allowed for good. A path could be that of any file, and a route that gets all parameters could be asked for anything.
    static func obstacle(to matched: MatchedRequest) -> String? {
        guard let definition = matched.route.definition?.value else { return "because no file declares it" }
        if matched.route.desktop == .askAlways { return "because of 'desktop: ask-always'" }
        if definition.stdin == .parameters { return "because it gets all parameters" }
        let hasPath = definition.input.contains { field in
            if case .path = field.type { true } else { false }
        }
        return hasPath ? "because it takes a path" : nil
    }
}

extension CallbackURL {
    /// Where it goes, as the user is asked about it: `app:` or `https://example.org`.
    var destination: String { host.map { "\(scheme)://\($0)" } ?? "\(scheme):" }
}
