import QueryCoding
package import XCallbackURL

/// A router inside another dispatcher, which selects the route, checks its policy and opens the callbacks itself.
extension URLSchemeRouter {
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
