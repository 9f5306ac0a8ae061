import QueryCoding
package import XCallbackURL

/// A router inside another dispatcher, which selects the route, checks its policy and opens the callbacks itself.
extension URLSchemeRouter {
    /// A route in the form for another dispatcher.
    package struct EmbeddedRoute: Sendable {
        /// The name; for a route without its own name, the scheme and the pattern: `notes:/create`.
        package let name: String
        package let pattern: RoutePattern
        package let scopes: [Scope]
        package let isFallback: Bool
        package let handler: RouteHandler
    }

    /// The routes that have been added so far.
    package var embeddedRoutes: [EmbeddedRoute] {
        let table = table
        return table.allEntries.map { entry in
            EmbeddedRoute(
                name: entry.name == entry.pattern.text ? "\(scheme):\(entry.name)" : entry.name,
                pattern: entry.pattern, scopes: entry.scopes, isFallback: table.isFallback(entry),
                handler: entry.payload)
        }
    }

    /// Runs the middleware and the handler for a URL and returns the outcome. The router opens no callback; the error
    /// handler still receives errors.
    package func perform(_ url: XCallbackURL) async -> Outcome {
        var url = url
        url.callbacks = Callbacks()
        return await outcome(of: prepare(url, setup, from: nil), depth: 0)
    }
}

extension URLSchemeRouter {
    /// The table and the middleware for a new request, as one reference.
    final class Setup: Sendable {
        let table: RouteTable<RouteHandler>
        let middleware: [MiddlewareStep]

        init(table: RouteTable<RouteHandler>, middleware: [MiddlewareStep]) {
            self.table = table
            self.middleware = middleware.map { step in
                guard let token = step.middleware as? RequiredToken else { return step }
                return MiddlewareStep(token.checked { !table.entries(named: $0).isEmpty })
            }
        }
    }
}
