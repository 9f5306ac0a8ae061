import XCallbackURL

/// A request after the middleware has run. It is one reference, which its context and the steps after it share.
final class RoutedRun: Sendable {
    let url: XCallbackURL
    let table: RouteTable<RouteHandler>
    /// The route to try; nil if none matches.
    let match: RouteTable<RouteHandler>.Match?
    /// At most one element: most routers have no middleware, and an empty array takes the least room.
    private let passed: [MiddlewareRun]
    /// The middleware that it went through; nil if the router has none.
    var middleware: MiddlewareRun? { passed.first }
    /// Whether a success is reported to nobody: no callback, no middleware.
    var isSilent: Bool { passed.isEmpty && url.callbacks.success == nil }

    convenience init(
        _ url: consuming XCallbackURL, _ table: RouteTable<RouteHandler>,
        _ match: consuming RouteTable<RouteHandler>.Match?,
        through middleware: MiddlewareRun? = nil
    ) {
        self.init(url, table, match, middleware.map { [$0] } ?? [])
    }

    private init(
        _ url: consuming XCallbackURL, _ table: RouteTable<RouteHandler>,
        _ match: consuming RouteTable<RouteHandler>.Match?,
        _ passed: [MiddlewareRun]
    ) {
        self.url = url
        self.table = table
        self.match = match
        self.passed = passed
    }

    /// Returns the request with another route to try.
    func trying(_ match: RouteTable<RouteHandler>.Match) -> RoutedRun { RoutedRun(url, table, match, passed) }
}

/// The routes that match a request, best first. Those after the best one are looked up only if its handler declined.
struct RouteCandidates: Sendable {
    /// The request, with the best route.
    let run: RoutedRun
    private var all: [RouteTable<RouteHandler>.Match]?
    private var tried = 0

    init(_ run: RoutedRun) { self.run = run }

    /// Removes the next route, and returns the request with it; nil if there is none.
    mutating func next() -> RoutedRun? {
        guard run.match != nil else { return nil }
        tried += 1
        guard tried > 1 else { return run }
        let all = all ?? run.table.matches(run.url, lenientAuthority: true)
        self.all = all
        return tried <= all.count ? run.trying(all[tried - 1]) : nil
    }
}
