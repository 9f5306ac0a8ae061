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
        let places = places(of: url)
        var hits = search(places, url.segments, of: url, limit: limit)
        if hits.isEmpty, lenientAuthority, case .segment = url.authority {
            // The path is only a part of the URL, so it must not reach the routes that accept anything.
            hits = search(places, url.path, of: url, limit: limit) { entry in
                !entry.pattern.beginsOpen && !fallbackNames.contains(entry.name)
            }
            for index in hits.indices { hits[index].dropsAuthority = true }
        }
        guard hits.count < limit, !fallbackNames.isEmpty else { return hits }
        for place in places {
            guard let fallback = scopes.values[place].fallback else { continue }
            hits.append(RouteHit(number: fallback, isFallback: true))
            break
        }
        return hits
    }

    private func search(
        _ places: [ScopePlace], _ path: [String], of url: XCallbackURL, limit: Int,
        _ isMeant: ((RouteEntry) -> Bool)? = nil
    ) -> [RouteHit] {
        // A closure that reads a property keeps a copy of the whole index.
        let (entries, scopes) = (entries, scopes)
        var hits: [RouteHit] = []
        func take(_ route: Int) -> Bool {
            if isMeant?(entries[route]) ?? true { hits.append(RouteHit(number: route)) }
            return hits.count < limit
        }
        for place in places where hits.count < limit {
            scopes.values[place].tree.search(path, endsInSlash: url.endsInSlash) { route in
                guard let alternatives = scopes.values[place].alternatives[route] else { return take(route) }
                return alternatives.allSatisfy(take)
            }
        }
        return hits
    }

    /// The place of a scope, which is read there: a copy of the scope counts many references.
    private typealias ScopePlace = Dictionary<Scope, ScopeRoutes>.Index

    private func places(of url: XCallbackURL) -> [ScopePlace] {
        Scope.candidates(for: url).compactMap { [scopes] in scopes.index(forKey: $0) }
    }

    /// Returns the scopes of a URL that have routes, most specific first.
    func scopes(of url: XCallbackURL) -> [ScopeRoutes] { places(of: url).map { scopes.values[$0] } }

    /// Returns the numbers of the routes in the scopes of a URL, in order.
    func routes(for url: XCallbackURL) -> [Int] {
        let scopes = scopes(of: url)
        // A route may have several of the scopes.
        return scopes.count == 1 ? scopes[0].routes : Set(scopes.flatMap(\.routes)).sorted()
    }
}
