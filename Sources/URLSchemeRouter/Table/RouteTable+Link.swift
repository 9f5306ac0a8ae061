package import QueryCoding
package import XCallbackURL

extension RouteTable {
    /// The URL that runs a route: `scheme:///path`, with callbacks or a source `scheme://x-callback-url/path` and those
    /// first, or `https://domain/path`; then the parameters that the path does not say. Of several patterns the first
    /// that can say them is taken.
    /// - Parameters:
    ///   - ownScheme: The scheme of a link to a route that answers any.
    ///   - isWeb: Writes a web link, with the first domain that the route names.
    ///   - parameters: What the link says if it is written with that pattern, as the path says it and as the query does.
    package func link(
        to route: String, ownScheme: Scheme, isWeb: Bool, callbacks: Callbacks, source: String?,
        _ parameters: (RoutePattern) -> (path: QueryParameters, query: QueryParameters)
    ) throws(LinkError) -> XCallbackURL {
        let entries = allEntries.filter { $0.name.hasSameBytes(as: route) }
        guard !entries.isEmpty else {
            throw .unknownRoute(route, suggestion: nearest(to: route, among: allEntries.map(\.name)))
        }
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

    /// A value in the path can be what another route has as a literal.
    private func check(_ link: XCallbackURL, answeredBy entry: Entry) throws(LinkError) {
        guard let match = match(link, lenientAuthority: true) else { throw .unanswered(link.description) }
        guard match.entry.name.hasSameBytes(as: entry.name), match.entry.pattern == entry.pattern else {
            throw .answeredBy(match.entry.name, route: entry.name)
        }
    }
}
