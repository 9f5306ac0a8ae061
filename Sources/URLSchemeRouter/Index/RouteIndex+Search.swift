public import XCallbackURL

/// The routes that match a URL, best first.
@usableFromInline package struct RouteHits {
    @usableFromInline package private(set) var best: Int32?
    /// The routes after the best one.
    @usableFromInline package private(set) var others: [Int32] = []
    /// The default route, which answers because no other route matches.
    @usableFromInline package fileprivate(set) var fallback: Int32?
    private var room: Int

    /// Whether the path matched without the authority of the URL.
    @usableFromInline package fileprivate(set) var dropsAuthority = false

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
    /// Returns the routes that match a URL, at least as many as `limit` if there are so many.
    /// - Parameter lenientAuthority: Whether to try the path without the authority if no route matches with it.
    @usableFromInline package func hits(_ url: XCallbackURL, lenientAuthority: Bool, limit: Int) -> RouteHits {
        let scopes = scopeList(of: url)
        var hits = RouteHits(limit: hasExceptions ? .max : limit)
        search(scopes, url.matchedPath(), &hits)
        if hasExceptions { hits = answering(url.scheme, hits, limit: limit) }
        if hits.best == nil, lenientAuthority, case .segment = url.authority {
            hits = RouteHits(limit: .max)
            search(scopes, url.matchedPath(dropsAuthority: true), &hits)
            hits = answering(url.scheme, hits, limit: limit, refusesOpen: true)
            hits.dropsAuthority = true
        }
        guard hasFallbacks, !hits.isFull else { return hits }
        for place in 0..<scopes.count {
            guard let fallback = self.scopes.read(scopes[place], { $0.fallback }),
                entries[Int(fallback)].answers(url.scheme)
            else { continue }
            hits.fallback = fallback
            break
        }
        return hits
    }

    /// Returns the hits that answer a scheme.
    /// - Parameter refusesOpen: Whether to leave out routes that accept anything. A path without its authority is only a
    ///   part of the URL, so it must not reach them.
    private func answering(
        _ scheme: Scheme, _ hits: RouteHits, limit: Int, refusesOpen: Bool = false
    ) -> RouteHits {
        var kept = RouteHits(limit: limit)
        for route in (hits.best.map { [$0] } ?? []) + hits.others {
            let entry = entries[Int(route)]
            if refusesOpen, entry.pattern.beginsOpen || fallbackNames.contains(entry.name) { continue }
            if entry.answers(scheme) { kept.append(route) }
        }
        return kept
    }

    private func search(_ scopes: ScopeList, _ path: MatchedPath, _ hits: inout RouteHits) {
        for place in 0..<scopes.count where !hits.isFull {
            guard let root = self.scopes.read(scopes[place], { $0.root }) else { continue }
            trie.search(path, below: root, &hits)
        }
    }

    /// Returns the numbers of the routes in the scopes of a URL, in order.
    func routes(for url: XCallbackURL) -> [Int] {
        let scopes = scopeList(of: url)
        var routes = (0..<scopes.count).flatMap { self.scopes[scopes[$0]].routes }
        // A route may have several of the scopes.
        if scopes.count > 1 { routes = Set(routes).sorted() }
        return routes.map { Int($0) }.filter { !hasExceptions || entries[$0].answers(url.scheme) }
    }
}
