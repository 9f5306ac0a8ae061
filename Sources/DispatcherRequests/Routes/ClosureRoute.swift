package import QueryCoding
package import URLSchemeRouter
package import XCallbackURL

/// A route that a Swift program defines. Only the control socket can reach such a route.
package struct ClosureRoute: Sendable {
    package let name: String
    let summary: String?
    let pattern: RoutePattern
    package let scopes: [Scope]
    let isFallback: Bool
    /// The handler, which describes the route's input and output.
    let handler: RouteHandler
    /// Runs the handler for a URL and the parameters of its input.
    package let perform: @Sendable (XCallbackURL, QueryParameters) async throws -> Outcome
    /// Runs the handler for the parameters of its input, on the thread that read the URL; nil unless the program allows
    /// that.
    package let performAtOnce: (@Sendable (QueryParameters) throws -> Outcome)?

    /// Makes a route that belongs to no router.
    package init(
        name: String, summary: String?, pattern: RoutePattern, scopes: [Scope], isImmediate: Bool = false,
        handler: RouteHandler
    ) {
        self.name = name
        self.summary = summary
        self.pattern = pattern
        self.scopes = scopes
        isFallback = false
        self.handler = handler
        perform = { _, parameters in .success(try await handler.perform(parameters).object) }
        if isImmediate, let run = handler.immediate {
            performAtOnce = { parameters in .success(try run(parameters).object) }
        } else {
            performAtOnce = nil
        }
    }

    /// Makes a route of a router, which runs its own middleware around the route. A route without a name of its own is
    /// named after its scheme and its pattern: `notes:/create`.
    package init(_ route: RouteTable<RouteHandler>.Entry, of router: URLSchemeRouter) {
        name = route.name == route.pattern.text ? "\(router.scheme):\(route.name)" : route.name
        summary = nil
        pattern = route.pattern
        scopes = route.scopes
        isFallback = router.table.isFallback(route)
        handler = route.payload
        perform = { url, _ in
            let outcome = await router.perform(url)
            if case .success(let output) = outcome { return .success(output.object) }
            return outcome
        }
        performAtOnce = nil
    }
}
