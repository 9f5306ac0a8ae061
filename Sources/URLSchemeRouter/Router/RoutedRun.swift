import QueryCoding
import XCallbackURL

/// A request after the middleware has run, and the route to try. The request is one reference, shared by its context
/// and the later steps.
final class RoutedRun: Sendable {
    let url: XCallbackURL
    let table: RouteTable<RouteHandler>
    /// The route to try; nil without a match.
    private let hit: RouteHit?
    /// The middleware that the request went through; nil if the router has no middleware.
    let middleware: MiddlewareRun?
    /// The routes to try after this route; nil until its handler has declined.
    private let others: ArraySlice<RouteHit>?

    init(
        _ url: XCallbackURL, _ table: RouteTable<RouteHandler>, _ hit: RouteHit?,
        through middleware: MiddlewareRun? = nil,
        others: ArraySlice<RouteHit>? = nil
    ) {
        self.url = url
        self.table = table
        self.hit = hit
        self.middleware = middleware
        self.others = others
    }

    /// The name of the route to try.
    var route: String? { hit.map { table.index.entries[$0.number].name } }
    /// The handler of the route to try.
    var handler: RouteHandler? { hit.map { table.payloads[$0.number] } }
    /// The parameters in the path for the route to try.
    var pathParameters: QueryParameters { hit.map { table.match($0, url).pathParameters } ?? [] }

    /// The parameters for the handler's input; see ``RouteTable/Match/numberedInput(_:)``.
    var input: QueryParameters {
        hit.map { table.match($0, url).numberedInput(url) } ?? []
    }

    /// Returns the request with the next best route; nil after the last route.
    func next() -> RoutedRun? {
        guard hit != nil else { return nil }
        let rest = others ?? table.index.hits(url, lenientAuthority: true, limit: .max).dropFirst()
        return rest.first.map { RoutedRun(url, table, $0, through: middleware, others: rest.dropFirst()) }
    }
}
