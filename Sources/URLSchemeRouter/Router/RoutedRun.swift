import QueryCoding
import XCallbackURL

/// A request after the middleware has run, and the route to try. The request is one reference, shared by its context
/// and the later steps.
final class RoutedRun: Sendable {
    let url: XCallbackURL
    let table: RouteTable<RouteHandler>
    /// The route to try; nil without a match.
    private let hit: RouteHit?
    /// At most one element. Most routers have no middleware, and an empty array is smaller than an empty optional.
    private let passed: [MiddlewareRun]
    /// The routes to try after this route; nil until its handler has declined.
    private let others: ArraySlice<RouteHit>?

    private init(
        _ url: XCallbackURL, _ table: RouteTable<RouteHandler>, _ hit: RouteHit?, _ passed: [MiddlewareRun],
        others: ArraySlice<RouteHit>?
    ) {
        self.url = url
        self.table = table
        self.hit = hit
        self.passed = passed
        self.others = others
    }

    convenience init(_ url: XCallbackURL, _ table: RouteTable<RouteHandler>, _ hit: RouteHit?) {
        self.init(url, table, hit, [], others: nil)
    }

    /// Makes the request that went through the middleware.
    convenience init(_ middleware: MiddlewareRun) {
        self.init(middleware.request.url, middleware.table, middleware.match?.hit, [middleware], others: nil)
    }

    /// The middleware that the request went through; nil if the router has no middleware.
    var middleware: MiddlewareRun? { passed.first }
    /// True if a success is not reported at all, because the request has no success callback and the router no
    /// middleware.
    var isSilent: Bool { passed.isEmpty && url.callbacks.success == nil }

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
        return rest.first.map { RoutedRun(url, table, $0, passed, others: rest.dropFirst()) }
    }
}
