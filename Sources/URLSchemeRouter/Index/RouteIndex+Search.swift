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
        let candidates = Scope.candidates(for: url)
        var hits: [RouteHit] = []
        search(candidates, url.segments, of: url, limit: limit, &hits)
        if hits.isEmpty, lenientAuthority, case .segment = url.authority {
            // The path is only a part of the URL, so it must not reach the routes that accept anything.
            search(candidates, url.path, of: url, limit: limit, &hits) { entry in
                !entry.pattern.beginsOpen && !fallbackNames.contains(entry.name)
            }
            for index in hits.indices { hits[index].dropsAuthority = true }
        }
        guard hits.count < limit, !fallbackNames.isEmpty else { return hits }
        for scope in candidates {
            guard let fallback = scopes[scope]?.fallback else { continue }
            hits.append(RouteHit(number: fallback, isFallback: true))
            break
        }
        return hits
    }

    private func search(
        _ candidates: [Scope], _ path: [String], of url: XCallbackURL, limit: Int, _ hits: inout [RouteHit],
        _ isMeant: ((RouteEntry) -> Bool)? = nil
    ) {
        // A closure that reads a property keeps a copy of the whole index.
        let (entries, scopes) = (entries, scopes)
        func take(_ route: Int, _ hits: inout [RouteHit]) -> Bool {
            if isMeant?(entries[route]) ?? true { hits.append(RouteHit(number: route)) }
            return hits.count < limit
        }
        for scope in candidates where hits.count < limit {
            // A copy of the routes counts many references, so they are read in their place.
            guard let place = scopes.index(forKey: scope) else { continue }
            scopes.values[place].tree.search(path, endsInSlash: url.endsInSlash) { route in
                guard let alternatives = scopes.values[place].alternatives[route] else { return take(route, &hits) }
                return alternatives.allSatisfy { take($0, &hits) }
            }
        }
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
