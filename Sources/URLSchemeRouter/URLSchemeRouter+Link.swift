import QueryCoding
public import XCallbackURL

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension URLSchemeRouter {
    /// The URL that runs a route with an input: `scheme:///path`, with callbacks or a source
    /// `scheme://x-callback-url/path` and those first; then the fields of the input in declared order, but for those that
    /// stand in the path and those that are nil. What the route decodes from it equals the input.
    ///
    /// ```swift
    /// router.route("/notes/{id:int}", name: "note") { (note: Note) in … }
    /// try router.link(to: "note", with: Note(id: 7, title: "Hi"))  // notes:///notes/7?title=Hi
    /// ```
    /// - Parameters:
    ///   - route: Its name; its path if it was given none.
    ///   - defaults: An input whose fields need not be said: those that are the same in both are left out.
    ///   - web: Writes `https://domain/path` with the first domain that the route names.
    /// - Throws: A ``LinkError``, or what encoding the input throws.
    public func link<Input: Encodable>(
        to route: String, with input: Input, leavingOut defaults: Input? = nil, web: Bool = false,
        callbacks: Callbacks = Callbacks(), source: String? = nil
    ) throws -> URL {
        let value = try QueryEncoder().value(of: input).object
        let skipped = try defaults.map { try QueryEncoder().value(of: $0).object }
        return try link(to: route, web: web, callbacks: callbacks, source: source) { pattern in
            value.leavingOut(skipped) { pattern.parameterNames.contains($0) && !pattern.isOptional($0) }.parameters
        }
    }

    /// The URL that runs a route without an input.
    public func link(
        to route: String, web: Bool = false, callbacks: Callbacks = Callbacks(), source: String? = nil
    ) throws -> URL {
        try link(to: route, web: web, callbacks: callbacks, source: source) { _ in [] }
    }

    private func link(
        to route: String, web: Bool, callbacks: Callbacks, source: String?,
        _ parameters: (RoutePattern) -> QueryParameters
    ) throws(LinkError) -> URL {
        let table = table
        let entries = table.allEntries.filter { $0.name.hasSameBytes(as: route) }
        guard !entries.isEmpty else {
            throw .unknownRoute(route, suggestion: nearest(to: route, among: table.allEntries.map(\.name)))
        }
        var first: LinkError?
        for entry in entries {
            do throws(LinkError) {
                let target = try target(of: entry, isWeb: web)
                let path = try entry.pattern.path(with: parameters(entry.pattern))
                let hasReserved = callbacks != Callbacks() || source != nil
                let link = XCallbackURL(
                    scheme: target.scheme,
                    authority: target.authority == .none && hasReserved ? .xCallbackURL : target.authority,
                    path: path.segments, endsInSlash: path.endsInSlash, parameters: path.query, callbacks: callbacks,
                    source: source)
                try check(link, answeredBy: entry, table)
                guard let url = URL(string: link.description) else { throw .unanswered(link.description) }
                return url
            } catch {
                first = first ?? error
            }
        }
        throw first ?? .unknownRoute(route, suggestion: nil)
    }

    private func target(
        of entry: RouteTable<RouteHandler>.Entry, isWeb: Bool
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
    private func check(
        _ link: XCallbackURL, answeredBy entry: RouteTable<RouteHandler>.Entry, _ table: RouteTable<RouteHandler>
    ) throws(LinkError) {
        guard let match = table.match(link, lenientAuthority: true) else { throw .unanswered(link.description) }
        guard match.entry.name.hasSameBytes(as: entry.name), match.entry.pattern == entry.pattern else {
            throw .answeredBy(match.entry.name, route: entry.name)
        }
    }
}

extension QueryValue {
    /// The members that are not the same in another object; those that are needed in any case.
    fileprivate func leavingOut(_ defaults: QueryValue?, isNeeded: (String) -> Bool) -> QueryValue {
        guard let defaults, case .object(let members) = self else { return self }
        return .object(members.filter { isNeeded($0.name) || defaults[$0.name] != $0.value })
    }
}
