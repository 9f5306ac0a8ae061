import XCallbackURL

/// A request after the middleware has run. It is one reference, which its context and the steps after it share.
final class RoutedRun: Sendable {
    let url: XCallbackURL
    let table: RouteTable<RouteHandler>
    /// The middleware that it went through; nil if the router has none.
    let middleware: MiddlewareRun?

    init(_ url: XCallbackURL, _ table: RouteTable<RouteHandler>, _ middleware: MiddlewareRun?) {
        self.url = url
        self.table = table
        self.middleware = middleware
    }
}

/// The routes that match a request, best first. Those after the best one are looked up only if its handler declined.
struct RouteCandidates: Sendable {
    let run: RoutedRun
    private let best: RouteTable<RouteHandler>.Match?
    private var all: [RouteTable<RouteHandler>.Match]?
    private var tried = 0
    /// Whether any route matches.
    var hasMatch: Bool { best != nil }

    init(_ run: RoutedRun, best: RouteTable<RouteHandler>.Match?) {
        self.run = run
        self.best = best
    }

    /// Removes and returns the next route, or nil.
    mutating func next() -> RouteTable<RouteHandler>.Match? {
        defer { tried += 1 }
        guard tried > 0 else { return best }
        let all = all ?? (best == nil ? [] : run.table.matches(run.url, lenientAuthority: true))
        self.all = all
        return tried < all.count ? all[tried] : nil
    }
}
