import QueryCoding
public import XCallbackURL

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension URLSchemeRouter {
    /// Returns the URL that runs a route with an input. The route decodes an equal input from it.
    ///
    /// The URL is `scheme:///path`, or `scheme://x-callback-url/path` if it has callbacks or a source. Its query has
    /// the callbacks and the source first, then the fields of the input in declared order, without those that are in
    /// the path or nil.
    ///
    /// ```swift
    /// router.route("/notes/{id:int}", name: "note") { (note: Note) in … }
    /// try router.link(to: "note", with: Note(id: 7, title: "Hi"))  // notes:///notes/7?title=Hi
    /// ```
    /// - Parameters:
    ///   - route: The name of the route, which is its pattern unless it was added with a name.
    ///   - defaults: An input with default values. Fields that are equal in both are omitted, unless the path needs
    ///     them.
    ///   - web: Whether to return `https://domain/path`, with the first domain that the route names.
    ///   - scheme: The scheme of the link, which the route must answer; nil for the first.
    ///   - domain: The domain of a web link, which the route must answer; nil for the first.
    /// - Throws: A ``LinkError``, also if the route would refuse the input, or an error from encoding the input.
    public func link<Input: Encodable>(
        to route: String, with input: Input, leavingOut defaults: Input? = nil, web: Bool = false,
        scheme: String? = nil, domain: String? = nil, callbacks: Callbacks = Callbacks(), source: String? = nil
    ) throws -> URL {
        let value = try coding.encoder.value(of: input)
        let skipped = if let defaults { try coding.encoder.value(of: defaults).object } else { QueryValue?.none }
        let target = try target(of: route, web: web, scheme: scheme, domain: domain)
        return try link(to: route, target, callbacks, source, Input.self) { pattern in
            let members = value.members == nil ? value.members(filling: pattern) : value
            return members.leavingOut(skipped) { pattern.parameterNames.contains($0) && !pattern.isOptional($0) }
        }
    }

    /// Returns the URL that runs a route without an input.
    public func link(
        to route: String, web: Bool = false, scheme: String? = nil, domain: String? = nil,
        callbacks: Callbacks = Callbacks(), source: String? = nil
    ) throws -> URL {
        let target = try target(of: route, web: web, scheme: scheme, domain: domain)
        return try link(to: route, target, callbacks, source, Never.self) { _ in .object([]) }
    }

    private func target(
        of route: String, web: Bool, scheme: String?, domain: String?
    ) throws(LinkError) -> LinkTarget {
        if let domain {
            guard case .domain(let host)? = try? Scope.domain(domain).checked(for: route), !host.hasPrefix("*.") else {
                throw .notInScope(route: route, scope: "\(Scope.domain(domain))")
            }
            return .web(host)
        }
        guard !web, let scheme else { return web ? .web(nil) : .app(nil) }
        guard let named = Scheme(scheme) else { throw .notInScope(route: route, scope: "\(scheme):") }
        return .app(named)
    }

    private func link(
        to route: String, _ target: LinkTarget, _ callbacks: Callbacks, _ source: String?, _ type: Any.Type,
        _ input: (RoutePattern) -> QueryValue
    ) throws(LinkError) -> URL {
        let arrays = coding.encoder.strategies.arrayEncodingStrategy
        let link = try table.link(
            to: route, target, ownScheme: ownScheme, callbacks: callbacks, source: source
        ) { pattern in
            let input = input(pattern)
            let query = input.parameters(arrays: arrays)
            // The path has the elements of an array one by one.
            return (arrays == .dotted ? query : input.parameters, query)
        }
        do {
            try link.match.entry.payload.check(link.match.numberedInput(link.url), of: type, coding)
        } catch {
            throw .refusedInput(route: route, reason: OutcomeError(reporting: error).message)
        }
        let text = link.url.description
        guard let url = URL(string: text) else { throw .unanswered(text) }
        return url
    }
}

extension QueryValue {
    /// Returns the object for a pattern: a value that is not an object fills the one parameter of the path.
    fileprivate func members(filling pattern: RoutePattern) -> QueryValue {
        guard let name = pattern.onlyParameter else { return object }
        return .object([Member(name, self)])
    }

    /// Returns the object without the members that are equal in `defaults` and not needed.
    fileprivate func leavingOut(_ defaults: QueryValue?, isNeeded: (String) -> Bool) -> QueryValue {
        guard let defaults, case .object(let members) = self else { return self }
        return .object(members.filter { isNeeded($0.name) || defaults[$0.name] != $0.value })
    }
}
