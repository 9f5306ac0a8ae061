import QueryCoding
public import XCallbackURL

/// The routes of a table by number, scope and name, without their handlers.
@usableFromInline package struct RouteIndex: Sendable {
    @usableFromInline package private(set) var entries: [RouteEntry] = []
    /// The numbers of the routes of each name, in order.
    private var named: [ByteText: [Int]] = [:]
    private(set) var scopes: [Scope: ScopeRoutes] = [:]
    /// The schemes that routes name, in the order in which they were added.
    private(set) var schemes: [Scheme] = []
    /// The schemes whose URLs are opaque.
    package private(set) var opaqueSchemes: Set<Scheme> = []
    /// The names of the default routes.
    private(set) var fallbackNames: Set<String> = []
    /// Whether any route is strict.
    private(set) var hasStrict = false

    /// The routes of one scope.
    struct ScopeRoutes: Sendable {
        /// The patterns of the routes. Of routes with one pattern that differ by their senders, the tree has the first.
        fileprivate(set) var tree = RouteTree()
        /// The routes with one pattern that differ by their senders, by the one that is in the tree, in the order in
        /// which they are tried. The route for all senders comes last.
        fileprivate(set) var alternatives: [Int: [Int]] = [:]
        fileprivate(set) var fallback: Int?
        /// The numbers of the scope's routes, in order.
        fileprivate(set) var routes: [Int] = []
    }

    package init() {}

    /// Returns the numbers of the routes with a name, in order.
    func routes(named name: String) -> [Int] { named[ByteText(name)] ?? [] }

    /// Adds a route, with an entry for each pattern. Throws and adds nothing if one of its patterns ties with another
    /// route.
    package mutating func add(
        name: String, patterns: [RoutePattern], scopes: [Scope], isStrict: Bool = false, isFallback: Bool = false,
        senders: [String]? = nil, declaration: String
    ) throws(RouteTieError) {
        let scopes = scopes.enumerated().filter { !scopes[..<$0.offset].contains($0.element) }.map(\.element)
        let new = patterns.map { pattern in
            RouteEntry(
                name: name, pattern: pattern, scopes: scopes, isStrict: isStrict, senders: senders,
                declaration: declaration)
        }
        try check(new, isFallback: isFallback)
        for entry in new {
            let number = append(entry, isFallback: isFallback)
            for scope in scopes { addPattern(of: entry, number, in: scope) }
        }
    }

    /// Adds the pattern of an entry to one of its scopes.
    private mutating func addPattern(of entry: RouteEntry, _ number: Int, in scope: Scope) {
        guard let first = scopes[scope]?.tree.tie(with: entry.pattern, isStrict: entry.isStrict) else {
            scopes[scope]?.tree.add(entry.pattern, route: number, isStrict: entry.isStrict)
            return
        }
        var group = scopes[scope]?.alternatives[first] ?? [first]
        let last = entry.senders.flatMap { _ in group.firstIndex { entries[$0].senders == nil } }
        group.insert(number, at: last ?? group.count)
        scopes[scope]?.alternatives[first] = group
    }

    /// Adds a route that answers the URLs that no other route answers.
    mutating func addFallback(_ entry: RouteEntry) { _ = append(entry, isFallback: true) }

    /// Adds an entry to its scopes and to its name, and returns its number.
    private mutating func append(_ entry: RouteEntry, isFallback: Bool) -> Int {
        let number = entries.count
        entries.append(entry)
        named[ByteText(entry.name), default: []].append(number)
        if isFallback { fallbackNames.insert(entry.name) }
        if entry.isStrict { hasStrict = true }
        if entry.pattern.isOpaque { opaqueSchemes.formUnion(entry.scopes.compactMap(\.scheme)) }
        for scope in entry.scopes {
            if let scheme = scope.scheme, scopes[scope] == nil { schemes.append(scheme) }
            scopes[scope, default: ScopeRoutes()].routes.append(number)
            if isFallback { scopes[scope]?.fallback = number }
        }
        return number
    }

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

    /// Returns the URL that runs a route, and the number of the route. The URL has one of these forms:
    ///
    /// - `scheme:///path`
    /// - `scheme://x-callback-url/path`, with callbacks or a source, which come first in the query
    /// - `https://domain/path`
    /// - `scheme:segment`, for an opaque URL
    ///
    /// The query has the parameters that are not in the path. Of several patterns of the route, the first that accepts
    /// the parameters is used.
    /// - Parameters:
    ///   - target: The scheme or the domain.
    ///   - ownScheme: The scheme of a link to a route that answers any scheme.
    ///   - parameters: Returns the parameters for a route, in the form for the path and in the form for the query; nil
    ///     if the two forms are equal.
    /// - Throws: The ``LinkError`` of the first pattern if no pattern works.
    package func link(
        to route: String, _ target: LinkTarget, ownScheme: Scheme?, callbacks: Callbacks, source: String?,
        _ parameters: (RouteEntry) -> (path: QueryParameters, query: QueryParameters?)
    ) throws(LinkError) -> (number: Int, url: XCallbackURL) {
        guard let first = routes(named: route).first ?? onlyRoute(withPath: route) else {
            throw .unknownRoute(route, suggestion: nearestName(to: route))
        }
        do throws(LinkError) {
            return try link(to: first, target, ownScheme: ownScheme, callbacks, source, parameters)
        } catch {
            // By its path, only this route is meant.
            for other in routes(named: route).dropFirst() {
                let link = try? link(to: other, target, ownScheme: ownScheme, callbacks, source, parameters)
                if let link { return link }
            }
            throw error
        }
    }

    private func link(
        to number: Int, _ target: LinkTarget, ownScheme: Scheme?, _ callbacks: Callbacks, _ source: String?,
        _ parameters: (RouteEntry) -> (path: QueryParameters, query: QueryParameters?)
    ) throws(LinkError) -> (number: Int, url: XCallbackURL) {
        let route = entries[number]
        let place = try place(of: route, target, ownScheme: ownScheme)
        let parameters = parameters(route)
        let path = try route.pattern.path(with: parameters.path, query: parameters.query)
        if let source, !source.isWritable { throw .reservedNames(["x-source"]) }
        let hasReserved = source != nil || !callbacks.isEmpty
        let url: XCallbackURL
        if route.pattern.isOpaque {
            guard !hasReserved, path.query.elements.isEmpty else { throw .noQuery(pattern: route.pattern.text) }
            url = XCallbackURL(scheme: place.scheme, opaqueSegment: path.segments.first ?? "")
        } else {
            try route.pattern.checkWritable(path.query)
            let authority = place.authority == .none && hasReserved ? .xCallbackURL : place.authority
            url = XCallbackURL(
                scheme: place.scheme, authority: authority, path: path.segments, endsInSlash: path.endsInSlash,
                parameters: path.query, callbacks: callbacks, source: source)
        }
        if place.isNamed, isCertain(route) { return (number, url) }
        // A value in the path can equal the literal of another route, which would then answer the link.
        guard let hit = hits(url, lenientAuthority: true, limit: 1).first else {
            throw .unanswered(url.description)
        }
        guard hit.number == number else {
            throw .answeredBy(entries[hit.number].name, route: route.name)
        }
        return (number, url)
    }

    /// Returns whether a route answers its own links in a scheme or a domain that it names, whatever their parameters.
    ///
    /// A link that consists of literals leads to one node in the tree of that scope, which comes before all others.
    /// Only a strict route can share this node, and then comes first.
    private func isCertain(_ route: RouteEntry) -> Bool {
        route.pattern.isLiteral && (route.isStrict || !hasStrict)
    }

    /// Returns the first route with this pattern, if all routes with the pattern have one name.
    private func onlyRoute(withPath pattern: String) -> Int? {
        let numbers = entries.indices.filter { entries[$0].pattern.text == pattern }
        guard let first = numbers.first, numbers.allSatisfy({ entries[$0].name == entries[first].name }) else {
            return nil
        }
        return first
    }

    /// Returns the name of a route that the caller may have meant.
    package func nearestName(to name: String) -> String? {
        nearestRouteName(to: name, among: entries.lazy.map(\.name))
    }

    /// Returns where a link to a route leads, and whether the route names that scheme or domain itself.
    private func place(
        of entry: RouteEntry, _ target: LinkTarget, ownScheme: Scheme?
    ) throws(LinkError) -> (scheme: Scheme, authority: Authority, isNamed: Bool) {
        let scopes = entry.scopes
        for index in scopes.indices {
            let scope = scopes[index]
            switch (target, scope) {
            case (.app(let wanted), .scheme(let scheme)) where wanted == nil || wanted == scheme:
                return (scheme, .none, true)
            case (.app(let wanted), .anyScheme):
                guard let scheme = wanted ?? ownScheme else { throw .noScheme(route: entry.name) }
                return (scheme, .none, false)
            case (.web(let wanted), .domain(let domain)) where !domain.utf8.starts(with: "*.".utf8):
                if let https = Scheme("https"), wanted ?? domain == domain { return (https, .host(domain), true) }
            case (.web(let wanted?), .domain), (.web(let wanted?), .anyDomain):
                guard let https = Scheme("https"), scope.includes(host: wanted) else { continue }
                return (https, .host(wanted), false)
            default: continue
            }
        }
        switch target {
        case .app(let wanted?): throw .notInScope(route: entry.name, scope: "\(Scope.scheme(wanted))")
        case .web(let wanted?): throw .notInScope(route: entry.name, scope: "\(Scope.domain(wanted))")
        case .app(nil): throw .noScope(route: entry.name, isWeb: false)
        case .web(nil): throw .noScope(route: entry.name, isWeb: true)
        }
    }

    /// Throws if any of a route's new entries ties with another new entry or with an existing entry.
    func check(_ new: [RouteEntry], isFallback: Bool) throws(RouteTieError) {
        try checkAmong(new)
        for entry in new {
            for scope in entry.scopes {
                guard let routes = scopes[scope] else { continue }
                try checkForm(entry, scope, routes)
                if let tie = routes.tree.tie(with: entry.pattern, isStrict: entry.isStrict),
                    let other = (routes.alternatives[tie] ?? [tie]).map({ entries[$0] })
                        .first(where: { !$0.isDistinguished(from: entry) })
                {
                    throw RouteTieError(entry, other, scope: scope)
                }
                guard isFallback, let other = routes.fallback.map({ entries[$0] }) else { continue }
                if other.name != entry.name { throw RouteTieError(entry, other, scope: scope) }
            }
        }
    }

    /// Throws if the URLs of a scope are opaque only for the route or only for the routes that the scope has.
    private func checkForm(_ entry: RouteEntry, _ scope: Scope, _ routes: ScopeRoutes) throws(RouteTieError) {
        let isOpaque = scope.scheme.map(opaqueSchemes.contains) ?? false
        guard isOpaque != entry.pattern.isOpaque, let first = routes.routes.first else { return }
        throw RouteTieError(entry, entries[first], scope: scope)
    }

    private func checkAmong(_ new: [RouteEntry]) throws(RouteTieError) {
        guard new.count > 1, let scope = new[0].scopes.first else { return }
        var among = RouteTree()
        for (number, entry) in new.enumerated() {
            if let tie = among.tie(with: entry.pattern, isStrict: entry.isStrict) {
                throw RouteTieError(entry, new[tie], scope: scope)
            }
            among.add(entry.pattern, route: number, isStrict: entry.isStrict)
        }
    }

    /// Throws if a scope has a default route already.
    func checkFallback(_ entry: RouteEntry) throws(RouteTieError) {
        for scope in entry.scopes {
            guard let routes = scopes[scope] else { continue }
            try checkForm(entry, scope, routes)
            if let other = routes.fallback { throw RouteTieError(entry, entries[other], scope: scope) }
        }
    }
}

extension RoutePattern {
    /// The pattern with a slash at the start, as a path is written.
    var spelling: String { text.utf8.first == UInt8(ascii: "/") ? text : "/\(text)" }
}

/// A route that a URL matches.
@usableFromInline package struct RouteHit: Sendable, Hashable {
    @usableFromInline package let number: Int
    /// Whether the path matched without the authority of the URL.
    var dropsAuthority = false
    /// Whether this is the default route, which answers because no other route matches.
    @usableFromInline package var isFallback = false
}
