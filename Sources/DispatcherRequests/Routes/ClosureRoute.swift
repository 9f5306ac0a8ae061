package import QueryCoding
package import URLSchemeRouter
package import XCallbackURL

/// A route that a Swift program brings. Only the control socket reaches it.
package struct ClosureRoute: Sendable {
    package let name: String
    let summary: String?
    let pattern: RoutePattern
    package let scopes: [Scope]
    let isFallback: Bool
    /// Its handler, which describes its input and output.
    let handler: RouteHandler
    /// Runs it for a URL and the parameters of its input.
    package let perform: @Sendable (XCallbackURL, QueryParameters) async throws -> Outcome
    /// Runs it for the parameters of its input on the thread that read its URL; nil unless the program allows that.
    package let performAtOnce: (@Sendable (QueryParameters) throws -> Outcome)?

    /// A route by itself.
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

    /// A route of a router, which runs its own middleware around it.
    package init(_ route: URLSchemeRouter.EmbeddedRoute, of router: URLSchemeRouter) {
        name = route.name
        summary = nil
        pattern = route.pattern
        scopes = route.scopes
        isFallback = route.isFallback
        handler = route.handler
        perform = { url, _ in
            let outcome = await router.perform(url)
            if case .success(let output) = outcome { return .success(output.object) }
            return outcome
        }
        performAtOnce = nil
    }
}
