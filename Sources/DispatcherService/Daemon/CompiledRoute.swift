import DispatcherRequests
public import URLSchemeRouter

/// A route that a Swift program adds to its own dispatcher. Only the control socket reaches the route.
public struct CompiledRoute: Sendable {
    let route: ClosureRoute

    /// Makes a route of a path pattern.
    /// - Parameters:
    ///   - pattern: The path, as in `/notes/{id:int}`.
    ///   - scopes: The schemes and domains that the route answers.
    ///   - name: The name of the route, unique among all routes, as in `notes.create`.
    ///   - isImmediate: Whether the handler returns at once, and may be called on the thread that serves the sockets,
    ///     which waits for the handler. The request is then recorded after the reply, so that a crash may lose the
    ///     record. For a request that was recorded before, the handler is called on another thread, after its start is
    ///     recorded. An asynchronous handler, or a handler of an actor, is never called on the thread that serves the
    ///     sockets.
    /// - Throws: A `RoutePatternError` for a malformed pattern.
    public init(
        _ pattern: String, in scopes: [Scope], name: String, summary: String? = nil, isImmediate: Bool = false,
        handler: RouteHandler
    ) throws {
        route = ClosureRoute(
            name: name, summary: summary, pattern: try RoutePattern(pattern), scopes: scopes,
            isImmediate: isImmediate, handler: handler)
    }
}
