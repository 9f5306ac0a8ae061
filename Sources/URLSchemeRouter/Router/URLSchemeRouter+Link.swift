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
    /// The URL is `scheme:///path`, or `scheme://x-callback-url/path` if the link has callbacks or a source. The query
    /// has the callbacks and the source first, then the fields of the input in declared order, except the fields that
    /// are nil or in the path.
    ///
    /// ```swift
    /// router.route("/notes/{id:int}", name: "note") { (note: Note) in … }
    /// try router.link(to: "note", with: Note(id: 7, title: "Hi"))  // notes:///notes/7?title=Hi
    /// ```
    /// - Parameters:
    ///   - route: The name of the route, which is its pattern unless it was added with a name. The pattern of a route
    ///     with a name will do if no other route has it.
    ///   - web: Whether to return `https://domain/path`, with the first domain that the route names.
    ///   - scheme: The scheme of the link, which the route must answer; nil for the first.
    ///   - domain: The domain of a web link, which the route must answer; nil for the first.
    /// - Throws: A ``LinkError``, also if the route would refuse the input, or an error from encoding the input.
    public func link<Input: Encodable>(
        to route: String, with input: Input, web: Bool = false, scheme: String? = nil, domain: String? = nil,
        callbacks: Callbacks = Callbacks(), source: String? = nil
    ) throws -> URL {
        let target = try target(of: route, web: web, scheme: scheme, domain: domain)
        let value = try coding.encoder.value(of: input)
        return try link(to: route, target, callbacks, source, Input.self) { entry in
            self.parameters(of: value.members(filling: entry.pattern))
        }
    }

    /// Returns the URL that runs a route with an input, without the fields that have their default values.
    ///
    /// In all other respects, the link is the same as without default values.
    /// - Parameter defaults: An input with default values; nil for a link with all fields. Fields that are equal in
    ///   both inputs are omitted, unless the path needs them.
    public func link<Input: Encodable>(
        to route: String, with input: Input, leavingOut defaults: Input?, web: Bool = false, scheme: String? = nil,
        domain: String? = nil, callbacks: Callbacks = Callbacks(), source: String? = nil
    ) throws -> URL {
        let value = try coding.encoder.value(of: input)
        let skipped = try defaults.map { try coding.encoder.value(of: $0).object }
        let target = try target(of: route, web: web, scheme: scheme, domain: domain)
        return try link(to: route, target, callbacks, source, Input.self) { entry in
            let pattern = entry.pattern
            let kept = value.members(filling: pattern).leavingOut(skipped) {
                pattern.parameterNames.contains($0) && !pattern.isOptional($0)
            }
            return self.parameters(of: kept)
        }
    }

    /// Returns the URL that runs a route without an input.
    public func link(
        to route: String, web: Bool = false, scheme: String? = nil, domain: String? = nil,
        callbacks: Callbacks = Callbacks(), source: String? = nil
    ) throws -> URL {
        let target = try target(of: route, web: web, scheme: scheme, domain: domain)
        return try link(to: route, target, callbacks, source, Never.self) { _ in ([], nil) }
    }

    private func target(
        of route: String, web: Bool, scheme: String?, domain: String?
    ) throws(LinkError) -> LinkTarget {
        if let domain {
            guard let host = try? Scope.domain(domain).checked(for: route).host else {
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
        _ parameters: (RouteEntry) -> (path: QueryParameters, query: QueryParameters?)
    ) throws(LinkError) -> URL {
        let table = table
        let (number, url) = try table.index.link(
            to: route, target, ownScheme: ownScheme, callbacks: callbacks, source: source, parameters)
        if table.payloads[number].mayRefuse(type) {
            do {
                let match = table.match(RouteHit(number: number), url)
                try match.entry.payload.check(match.numberedInput(url), coding)
            } catch {
                throw .refusedInput(route: route, reason: OutcomeError(reporting: error).message)
            }
        }
        let text = url.description
        guard let link = URL(string: text) else { throw .unanswered(text) }
        return link
    }

    /// Returns the parameters of an object. The path needs the elements of an array one by one.
    private func parameters(of object: QueryValue) -> (path: QueryParameters, query: QueryParameters?) {
        let arrays = coding.encoder.strategies.arrayEncodingStrategy
        return (object.parameters, arrays == .dotted ? nil : object.parameters(arrays: arrays))
    }
}

extension QueryValue {
    /// Returns the object for a pattern: a value that is not an object fills the only parameter of the path.
    fileprivate func members(filling pattern: RoutePattern) -> QueryValue {
        if case .object = self { return self }
        guard let name = pattern.onlyParameter else { return object }
        return .object([Member(name, self)])
    }

    /// Returns the object without the members that are equal in `defaults` and not needed.
    fileprivate func leavingOut(_ defaults: QueryValue?, isNeeded: (String) -> Bool) -> QueryValue {
        guard let defaults, case .object(let members) = self else { return self }
        return .object(members.filter { isNeeded($0.name) || defaults[$0.name] != $0.value })
    }
}
