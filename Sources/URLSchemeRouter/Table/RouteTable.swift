package import QueryCoding
public import XCallbackURL

/// The routes, and the rule that selects the route that answers a URL.
///
/// A route for a specific scheme or domain precedes a route for any scheme or domain. Among other routes, the segments
/// are compared from left to right. A literal is preferred to a parameter with a type or with text beside it; this
/// parameter to a plain parameter; then follow `*` and `**`.
///
/// A ``Builder`` makes the table, which is then immutable.
@usableFromInline package final class RouteTable<Payload: Sendable>: Sendable {
    /// A route with one of its patterns, and its payload.
    @usableFromInline package struct Entry: Sendable {
        @usableFromInline package let route: RouteEntry
        @usableFromInline package let payload: Payload

        @inlinable package init(route: RouteEntry, payload: Payload) {
            self.route = route
            self.payload = payload
        }

        @inlinable package var name: String { route.name }
        @inlinable package var pattern: RoutePattern { route.pattern }
        package var scopes: [Scope] { route.scopes }
        package var isStrict: Bool { route.isStrict }
        package var declaration: String { route.declaration }
    }

    /// A route that a URL matches.
    @usableFromInline package struct Match: Sendable {
        @usableFromInline package let entry: Entry
        /// The URL, which is one reference.
        @usableFromInline package let url: XCallbackURL
        @usableFromInline let hit: RouteHit
        /// Whether this is the default route, which answers because no other route matches.
        @inlinable package var isFallback: Bool { hit.isFallback }

        @inlinable init(_ entry: Entry, _ url: XCallbackURL, _ hit: RouteHit) {
            self.entry = entry
            self.url = url
            self.hit = hit
        }

        /// The parameters in the path: one for each name. `{path**}` gives one parameter for each segment, or a
        /// parameter without a value if it matched no segment.
        @usableFromInline package var pathParameters: QueryParameters {
            guard !isFallback, entry.pattern.hasParameters else { return [] }
            return entry.pattern.parameters(in: hit.dropsAuthority ? url.path : url.segments)
        }
    }

    @usableFromInline package let index: RouteIndex
    @usableFromInline package let payloads: [Payload]

    fileprivate init(_ index: RouteIndex, _ payloads: [Payload]) {
        self.index = index
        self.payloads = payloads
    }

    /// Returns the best route for a URL, or the default route; nil if there is neither.
    @inlinable @inline(__always) package func match(_ url: XCallbackURL, lenientAuthority: Bool) -> Match? {
        guard let hit = index.hits(url, lenientAuthority: lenientAuthority, limit: 1).first else { return nil }
        return match(hit, url)
    }

    /// Returns the match for a route that an index found for a URL.
    @inlinable @inline(__always) func match(_ hit: RouteHit, _ url: XCallbackURL) -> Match {
        Match(self[hit.number], url, hit)
    }

    /// Returns every route that matches a URL, best first. The routes are tried in this order while handlers decline.
    /// The default route comes last.
    /// - Parameter lenientAuthority: Whether to try the path without the authority if no route matches with it.
    @inlinable package func matches(_ url: XCallbackURL, lenientAuthority: Bool, limit: Int = .max) -> [Match] {
        index.hits(url, lenientAuthority: lenientAuthority, limit: limit).map { match($0, url) }
    }

    @inlinable package subscript(number: Int) -> Entry {
        Entry(route: index.entries[number], payload: payloads[number])
    }

    /// Returns whether a route names the scheme or the domain of this callback, so that the callback stays in the
    /// process.
    package func owns(_ url: CallbackURL) -> Bool {
        index.scopes[url.host.map { .domain($0) } ?? .scheme(url.scheme)] != nil
    }

    /// Returns whether a route names the scheme or the domain of this URL. Routes for any scheme or domain do not
    /// count.
    package func owns(_ url: XCallbackURL) -> Bool {
        Scope.candidates(for: url).contains { $0 != .anyScheme && $0 != .anyDomain && index.scopes[$0] != nil }
    }

    /// Returns whether any route has a scope of this URL.
    package func names(_ url: XCallbackURL) -> Bool { !index.scopes(of: url).isEmpty }

    /// Returns whether any route could answer a URL with this scheme.
    package func names(_ scheme: Scheme) -> Bool {
        if scheme.isWeb { return index.scopes.keys.contains(where: \.isWeb) }
        return index.scopes[.anyScheme] != nil || index.scopes[.scheme(scheme)] != nil
    }

    /// All entries, in the order in which they were added.
    package var allEntries: [Entry] { index.entries.indices.map { self[$0] } }

    /// Returns the entries whose payloads satisfy the predicate, in the order in which they were added.
    package func entries(where isMeant: (Payload) -> Bool) -> [Entry] {
        payloads.indices.filter { isMeant(payloads[$0]) }.map { self[$0] }
    }

    /// Returns the entries with a name, in the order in which they were added.
    package func entries(named name: String) -> [Entry] { index.routes(named: name).map { self[$0] } }

    /// Returns the entries in the scopes of a URL.
    package func entries(for url: XCallbackURL) -> [Entry] { index.routes(for: url).map { self[$0] } }

    /// Returns those entries that are in the scopes of a URL.
    package func entries(for url: XCallbackURL, among entries: [Entry]) -> [Entry] {
        guard !entries.isEmpty else { return [] }
        let scopes = Scope.candidates(for: url)
        return entries.filter { $0.scopes.contains(where: scopes.contains) }
    }

    /// Returns whether an entry is the default route of one of its scopes.
    package func isFallback(_ entry: Entry) -> Bool {
        entry.scopes.contains { scope in
            index.scopes[scope]?.fallback.map { index.entries[$0] === entry.route } ?? false
        }
    }

    /// Collects routes.
    package struct Builder: Sendable {
        private var index: RouteIndex
        private var payloads: [Payload]

        /// Begins with the routes of an index, or without routes.
        /// - Parameter payloads: One payload for each entry of the index, in the same order.
        package init(_ index: RouteIndex = RouteIndex(), payloads: [Payload] = []) {
            precondition(index.entries.count == payloads.count, "every entry needs a payload")
            self.index = index
            self.payloads = payloads
        }

        /// Adds a route. Throws and adds nothing if one of its patterns ties with another route.
        package mutating func add(
            name: String, patterns: [RoutePattern], scopes: [Scope], isStrict: Bool = false, isFallback: Bool = false,
            senders: [String]? = nil, declaration: String, payload: Payload
        ) throws(RouteTieError) {
            try index.add(
                name: name, patterns: patterns, scopes: scopes, isStrict: isStrict, isFallback: isFallback,
                senders: senders, declaration: declaration)
            for _ in patterns { payloads.append(payload) }
        }

        /// Adds a default route, which answers every URL of its scopes that no other route answers. Throws if a scope
        /// already has a default route.
        /// - Parameter isOpaque: Whether the URLs of the scopes, which are schemes, are opaque.
        package mutating func addFallback(
            name: String, scopes: [Scope], isOpaque: Bool = false, declaration: String, payload: Payload
        ) throws(RouteTieError) {
            let entry = RouteEntry(
                name: name, pattern: .everything(isOpaque: isOpaque), scopes: scopes, declaration: declaration)
            try index.checkFallback(entry)
            index.addFallback(entry)
            payloads.append(payload)
        }

        /// Returns whether any route has this scope.
        package func names(_ scope: Scope) -> Bool { index.scopes[scope] != nil }

        /// Returns the first declaration of a route with a name, or nil.
        package func declaration(ofRouteNamed name: String) -> String? {
            index.routes(named: name).first.map { index.entries[$0].declaration }
        }

        /// Returns a table of the routes added so far. Routes that are added later do not change it.
        package func build() -> RouteTable { RouteTable(index, payloads) }
    }
}

extension RoutePattern {
    /// Returns the parameters in a path that this pattern matches.
    fileprivate func parameters(in path: [String]) -> QueryParameters {
        var parameters = QueryParameters()
        for (index, segment) in segments.enumerated() {
            switch segment {
            case .literal, .star, .rest(nil): break
            case .parameter(let name): parameters.elements.append(QueryParameter(name, path[index]))
            case .composed(let pieces):
                for (name, value) in zip(segment.names, pieces.match(path[index]) ?? []) {
                    parameters.elements.append(QueryParameter(name, value))
                }
            // The segment of an optional parameter may be missing; the value may then be in the query.
            case .optional(let name, _):
                if index < path.count { parameters.elements.append(QueryParameter(name, path[index])) }
            case .rest(let name?):
                if index == path.count { parameters.elements.append(QueryParameter(name, nil)) }
                for rest in index..<path.count { parameters.elements.append(QueryParameter(name, path[rest])) }
            }
        }
        return parameters
    }
}
