extension URLSchemeRouter {
    /// What a request needs at its beginning, as one reference.
    final class Setup: Sendable {
        let table: RouteTable<RouteHandler>
        let middleware: [MiddlewareStep]

        init(table: RouteTable<RouteHandler>, middleware: [MiddlewareStep]) {
            self.table = table
            self.middleware = middleware
        }
    }
}
