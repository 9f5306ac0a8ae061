package import QueryCoding
package import XCallbackURL

extension RouteTable {
    /// Returns the URL that runs a route. It is one of:
    ///
    /// - `scheme:///path`
    /// - `scheme://x-callback-url/path`, with callbacks or a source, which come first in the query
    /// - `https://domain/path`
    ///
    /// The query has the parameters that are not in the path. Of several patterns of the route, the first that accepts
    /// the parameters is used.
    /// - Parameters:
    ///   - ownScheme: The scheme of a link to a route that answers any scheme.
    ///   - isWeb: Whether to return a web link, with the first domain of the route.
    ///   - parameters: Returns the parameters for a pattern, in the forms for the path and for the query.
    /// - Throws: The ``LinkError`` of the first pattern if no pattern works.
    package func link(
        to route: String, ownScheme: Scheme, isWeb: Bool, callbacks: Callbacks, source: String?,
        _ parameters: (RoutePattern) -> (path: QueryParameters, query: QueryParameters)
    ) throws(LinkError) -> XCallbackURL {
        let entries = entries(named: route)
        guard !entries.isEmpty else { throw .unknownRoute(route, suggestion: nearestName(to: route)) }
        var first: LinkError?
        for entry in entries {
            do throws(LinkError) {
                let target = try target(of: entry, isWeb: isWeb, ownScheme: ownScheme)
                let parameters = parameters(entry.pattern)
                let path = try entry.pattern.path(with: parameters.path, query: parameters.query)
                let hasReserved = callbacks != Callbacks() || source != nil
                let link = XCallbackURL(
                    scheme: target.scheme,
                    authority: target.authority == .none && hasReserved ? .xCallbackURL : target.authority,
                    path: path.segments, endsInSlash: path.endsInSlash, parameters: path.query, callbacks: callbacks,
                    source: source)
                try check(link, answeredBy: entry)
                return link
            } catch {
                first = first ?? error
            }
        }
        throw first ?? .unknownRoute(route, suggestion: nil)
    }

    private func nearestName(to name: String) -> String? {
        let nearest = index.nameSpellings.nearest(to: Misspelling(name)) { index.entries[Int($0)].name }
        return nearest.map { index.entries[Int($0.number)].name }
    }

    private func target(
        of entry: Entry, isWeb: Bool, ownScheme: Scheme
    ) throws(LinkError) -> (scheme: Scheme, authority: Authority) {
        for scope in entry.scopes {
            switch scope {
            case .scheme(let scheme) where !isWeb: return (scheme, .none)
            case .anyScheme where !isWeb: return (ownScheme, .none)
            case .domain(let domain) where isWeb && !domain.utf8.starts(with: "*.".utf8):
                if let https = Scheme("https") { return (https, .host(domain)) }
            default: continue
            }
        }
        throw .noScope(route: entry.name, isWeb: isWeb)
    }

    /// Throws if another route would answer the link. A value in the path can equal another route's literal.
    private func check(_ link: XCallbackURL, answeredBy entry: Entry) throws(LinkError) {
        guard let match = match(link, lenientAuthority: true) else { throw .unanswered(link.description) }
        guard match.entry.name.hasSameBytes(as: entry.name), match.entry.pattern == entry.pattern else {
            throw .answeredBy(match.entry.name, route: entry.name)
        }
    }
}
