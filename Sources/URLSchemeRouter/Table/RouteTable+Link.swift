package import QueryCoding
package import XCallbackURL

extension RouteTable {
    /// A URL that runs a route.
    package struct Link: Sendable {
        package let text: String
        /// What the URL matches.
        package let match: Match
        package var url: XCallbackURL { match.url }
    }

    /// Returns the URL that runs a route. It is one of:
    ///
    /// - `scheme:///path`
    /// - `scheme://x-callback-url/path`, with callbacks or a source, which come first in the query
    /// - `https://domain/path`
    ///
    /// The query has the parameters that are not in the path. Of several patterns of the route, the first that accepts
    /// the parameters is used.
    /// - Parameters:
    ///   - target: The scheme or the domain.
    ///   - ownScheme: The scheme of a link to a route that answers any scheme.
    ///   - parameters: Returns the parameters for a route, in the forms for the path and for the query.
    /// - Throws: The ``LinkError`` of the first pattern if no pattern works.
    package func link(
        to route: String, _ target: LinkTarget, ownScheme: Scheme?, callbacks: Callbacks, source: String?,
        _ parameters: (RouteEntry) -> (path: QueryParameters, query: QueryParameters)
    ) throws(LinkError) -> Link {
        let routes = index.routes(named: route)
        guard let first = routes.first else { throw .unknownRoute(route, suggestion: nearestName(to: route)) }
        do throws(LinkError) {
            return try link(to: first, target, ownScheme: ownScheme, callbacks, source, parameters)
        } catch {
            for other in routes.dropFirst() {
                let link = try? link(to: other, target, ownScheme: ownScheme, callbacks, source, parameters)
                if let link { return link }
            }
            throw error
        }
    }

    private func link(
        to number: Int32, _ target: LinkTarget, ownScheme: Scheme?, _ callbacks: Callbacks, _ source: String?,
        _ parameters: (RouteEntry) -> (path: QueryParameters, query: QueryParameters)
    ) throws(LinkError) -> Link {
        let route = index.entries[Int(number)]
        let target = try place(of: route, target, ownScheme: ownScheme)
        let parameters = parameters(route)
        let path = try route.pattern.path(with: parameters.path, query: parameters.query)
        if let source, !source.isWritable { throw .reservedNames(["x-source"]) }
        let hasReserved = source != nil || !callbacks.isEmpty
        let link = XCallbackURL(
            scheme: target.scheme,
            authority: target.authority == .none && hasReserved ? .xCallbackURL : target.authority,
            path: path.segments, endsInSlash: path.endsInSlash, parameters: path.query, callbacks: callbacks,
            source: source)
        let printed = link.printed
        // Printing has seen every byte of the query.
        if printed.classes.mayBeControl { try route.pattern.checkWritable(path.query) }
        // A value in the path can equal the literal of another route, which would then answer the link.
        guard let hit = index.hit(link, lenientAuthority: true) else { throw .unanswered(printed.text) }
        guard hit.number == number else { throw .answeredBy(self[Int(hit.number)].name, route: route.name) }
        return Link(text: printed.text, match: match(hit, link))
    }

    /// Returns the name that the caller may have meant: one with a typing error, or else one with this last part.
    package func nearestName(to name: String) -> String? {
        let nearest = index.nameSpellings.nearest(to: Misspelling(name)) { index.entries[Int($0)].name }
        if let nearest { return index.entries[Int(nearest.number)].name }
        return routeName(endingLike: name, among: index.entries.lazy.map(\.name))
    }

    private func place(
        of entry: RouteEntry, _ target: LinkTarget, ownScheme: Scheme?
    ) throws(LinkError) -> (scheme: Scheme, authority: Authority) {
        for scope in entry.scopes {
            switch (target, scope) {
            case (.app(let wanted), .scheme(let scheme)) where wanted ?? scheme == scheme: return (scheme, .none)
            case (.app(let wanted), .anyScheme):
                guard let scheme = wanted ?? ownScheme else { throw .noScheme(route: entry.name) }
                return (scheme, .none)
            case (.web(let wanted), .domain(let domain)) where !domain.utf8.starts(with: "*.".utf8):
                if let https = Scheme("https"), wanted ?? domain == domain { return (https, .host(domain)) }
            case (.web(let wanted?), .domain), (.web(let wanted?), .anyDomain):
                guard let https = Scheme("https"), scope.includes(host: wanted) else { continue }
                return (https, .host(wanted))
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

/// Returns the only name whose last part is this one, with or without a typing error, as `notes.create` for `create`.
package func routeName(endingLike name: String, among names: some Sequence<String>) -> String? {
    let (misspelling, length) = (Misspelling(name), name.utf8.count)
    var found: Set<String> = []
    for whole in names {
        guard let dot = whole.utf8.lastIndex(of: UInt8(ascii: ".")) else { continue }
        let last = whole.utf8[dot...].dropFirst()
        guard abs(last.count - length) <= misspelling.limit else { continue }
        if last.elementsEqual(name.utf8) || misspelling.distance(to: String(Substring(last))) != nil {
            found.insert(whole)
        }
    }
    let same = found.filter { $0.utf8.count > length && $0.utf8.suffix(length).elementsEqual(name.utf8) }
    return same.count == 1 ? same.first : found.count == 1 ? found.first : nil
}
