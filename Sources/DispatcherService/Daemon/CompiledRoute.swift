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
    ///   - isImmediate: Whether the handler returns at once and may be called on the thread that serves the sockets, which
    ///     waits for it. Its request is then recorded after the reply, so that a crash may lose the record; a request that
    ///     was recorded before is called elsewhere, after its start is recorded. An asynchronous handler, or one of an
    ///     actor, is never called on that thread.
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
