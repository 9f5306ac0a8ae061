public import XCallbackURL

/// A route that a URL matches.
@usableFromInline package struct RouteHit: Sendable, Hashable {
    @usableFromInline package let number: Int32
    /// Whether the path matched without the authority of the URL.
    let dropsAuthority: Bool
    /// Whether this is the default route, which answers because no other route matches.
    @usableFromInline package let isFallback: Bool
}

/// The routes that a search has found, best first.
struct RouteHits {
    private(set) var best: Int32?
    /// The routes after the best route.
    private(set) var others: [Int32] = []
    /// The default route.
    fileprivate(set) var fallback: Int32?
    private var room: Int

    /// Whether the path matched without the authority of the URL.
    fileprivate(set) var dropsAuthority = false

    /// The route to try first.
    var first: RouteHit? { (best ?? fallback).map { hit($0, isFallback: best == nil) } }

    /// All routes, in the order in which they are tried.
    var all: [RouteHit] {
        routes.map { hit($0, isFallback: false) } + (fallback.map { [hit($0, isFallback: true)] } ?? [])
    }

    /// The routes without the default route.
    var routes: [Int32] { (best.map { [$0] } ?? []) + others }

    private func hit(_ route: Int32, isFallback: Bool) -> RouteHit {
        RouteHit(number: route, dropsAuthority: dropsAuthority, isFallback: isFallback)
    }

    /// - Parameter limit: The number of routes after which a search ends.
    init(limit: Int) { room = limit }

    var isFull: Bool { room <= 0 }

    /// Adds a route, unless there are enough.
    mutating func append(_ route: Int32) {
        guard room > 0 else { return }
        if best == nil { best = route } else { others.append(route) }
        room -= 1
    }
}

extension RouteIndex {
    /// Returns the best route for a URL, or the default route; nil if there is neither.
    /// - Parameter lenientAuthority: Whether to try the path without the authority if no route matches with it.
    @usableFromInline package func hit(_ url: XCallbackURL, lenientAuthority: Bool) -> RouteHit? {
        search(url, lenientAuthority: lenientAuthority, limit: 1).first
    }

    /// Returns the route that `hit(XCallbackURL(url), lenientAuthority:)` returns.
    func hit(_ url: UnescapedURL, lenientAuthority: Bool) -> RouteHit? {
        search(url, in: scopeList(of: url), lenientAuthority: lenientAuthority, limit: 1).first
    }

    /// Returns the routes that match a URL, best first, at least as many as `limit` if there are so many. The default
    /// route comes last.
    /// - Parameter lenientAuthority: Whether to try the path without the authority if no route matches with it.
    @usableFromInline package func hits(_ url: XCallbackURL, lenientAuthority: Bool, limit: Int) -> [RouteHit] {
        search(url, lenientAuthority: lenientAuthority, limit: limit).all
    }

    private func search(_ url: XCallbackURL, lenientAuthority: Bool, limit: Int) -> RouteHits {
        search(url, in: scopeList(of: url), lenientAuthority: lenientAuthority, limit: limit)
    }

    private func search(
        _ path: some MatchedPath, in scopes: ScopeList, lenientAuthority: Bool, limit: Int
    ) -> RouteHits {
        var hits = RouteHits(limit: limit)
        search(scopes, path, from: path.start, &hits)
        if hits.best == nil, lenientAuthority, path.pathStart != path.start {
            hits = RouteHits(limit: .max)
            search(scopes, path, from: path.pathStart, &hits)
            hits = withoutOpen(hits, limit: limit)
            hits.dropsAuthority = true
        }
        guard hasFallbacks, !hits.isFull else { return hits }
        for place in 0..<scopes.count {
            guard let fallback = self.scopes.read(scopes[place], { $0.fallback }) else { continue }
            hits.fallback = fallback
            break
        }
        return hits
    }

    /// Returns the hits without the routes that accept anything. A path without its authority is only a part of the URL,
    /// so it must not reach them.
    private func withoutOpen(_ hits: RouteHits, limit: Int) -> RouteHits {
        var kept = RouteHits(limit: limit)
        for route in hits.routes {
            let entry = entries[Int(route)]
            if !entry.pattern.beginsOpen, !fallbackNames.contains(entry.name) { kept.append(route) }
        }
        return kept
    }

    private func search(_ scopes: ScopeList, _ path: some MatchedPath, from start: Int, _ hits: inout RouteHits) {
        for place in 0..<scopes.count where !hits.isFull {
            guard let root = self.scopes.read(scopes[place], { $0.root }) else { continue }
            guard hasSenders else {
                trie.search(path, from: start, below: root, &hits)
                continue
            }
            var found = RouteHits(limit: .max)
            trie.search(path, from: start, below: root, &found)
            for route in found.routes {
                for alternative in alternatives(of: route, inScope: scopes[place]) { hits.append(alternative) }
            }
        }
    }

    /// Returns the numbers of the routes in the scopes of a URL, in order.
    func routes(for url: XCallbackURL) -> [Int] {
        let scopes = scopeList(of: url)
        var routes = (0..<scopes.count).flatMap { self.scopes[scopes[$0]].routes }
        // A route may have several of the scopes.
        if scopes.count > 1 { routes = Set(routes).sorted() }
        return routes.map { Int($0) }
    }
}
