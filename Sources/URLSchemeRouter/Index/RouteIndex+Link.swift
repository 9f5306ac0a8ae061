import QueryCoding
package import XCallbackURL

extension RouteIndex {
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
}

/// The destination of a link.
package enum LinkTarget: Sendable {
    /// An app, with this scheme, or with the first scheme that the route answers.
    case app(Scheme?)
    /// A website, with this host, or with the first domain that the route answers.
    case web(String?)
}
