public import XCallbackURL

/// A route that a URL matches.
@usableFromInline package struct RouteHit: Sendable, Hashable {
    @usableFromInline package let number: Int
    /// Whether the path matched without the authority of the URL.
    var dropsAuthority = false
    /// Whether this is the default route, which answers because no other route matches.
    @usableFromInline package var isFallback = false
}

extension RouteIndex {
    /// Returns the routes that match a URL, best first, and at most as many as `limit`. The default route comes last.
    /// - Parameter lenientAuthority: Whether to try the path without the authority if no route matches with it.
    @usableFromInline package func hits(_ url: XCallbackURL, lenientAuthority: Bool, limit: Int) -> [RouteHit] {
        let scopes = scopes(of: url)
        var hits = search(scopes, url.segments, of: url, limit: limit) { _ in true }
        if hits.isEmpty, lenientAuthority, case .segment = url.authority {
            // The path is only a part of the URL, so it must not reach the routes that accept anything.
            hits = search(scopes, url.path, of: url, limit: limit) { entry in
                !entry.pattern.beginsOpen && !fallbackNames.contains(entry.name)
            }
            for index in hits.indices { hits[index].dropsAuthority = true }
        }
        let fallback = scopes.compactMap(\.fallback).first
        if let fallback, hits.count < limit { hits.append(RouteHit(number: fallback, isFallback: true)) }
        return hits
    }

    private func search(
        _ scopes: [ScopeRoutes], _ path: [String], of url: XCallbackURL, limit: Int, _ isMeant: (RouteEntry) -> Bool
    ) -> [RouteHit] {
        var hits: [RouteHit] = []
        for scope in scopes {
            scope.tree.search(path, endsInSlash: url.endsInSlash) { route in
                for route in scope.alternatives[route] ?? [route] where hits.count < limit && isMeant(entries[route]) {
                    hits.append(RouteHit(number: route))
                }
                return hits.count < limit
            }
        }
        return hits
    }

    /// Returns the scopes of a URL that have routes, most specific first.
    func scopes(of url: XCallbackURL) -> [ScopeRoutes] { Scope.candidates(for: url).compactMap { scopes[$0] } }

    /// Returns the numbers of the routes in the scopes of a URL, in order.
    func routes(for url: XCallbackURL) -> [Int] {
        let scopes = scopes(of: url)
        // A route may have several of the scopes.
        return scopes.count == 1 ? scopes[0].routes : Set(scopes.flatMap(\.routes)).sorted()
    }
}
