import DispatcherRequests
public import URLSchemeRouter

/// A route that a Swift program brings to its own dispatcher. Only the control socket reaches it.
public struct CompiledRoute: Sendable {
    let route: ClosureRoute

    /// Makes a route of a path pattern.
    /// - Parameters:
    ///   - pattern: The path, as in `/notes/{id:int}`.
    ///   - scopes: The schemes and domains that the route answers.
    ///   - name: Its name, unique among all routes, as in `notes.create`.
    /// - Throws: A `RoutePatternError` for a malformed pattern.
    public init(
        _ pattern: String, in scopes: [Scope], name: String, summary: String? = nil, handler: RouteHandler
    ) throws {
        route = ClosureRoute(
            name: name, summary: summary, pattern: try RoutePattern(pattern), scopes: scopes, handler: handler)
    }
}
