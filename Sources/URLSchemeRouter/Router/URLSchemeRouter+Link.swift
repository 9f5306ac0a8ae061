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
    /// - Throws: A ``LinkError``, or an error from encoding the input.
    public func link<Input: Encodable>(
        to route: String, with input: Input, leavingOut defaults: Input? = nil, web: Bool = false,
        callbacks: Callbacks = Callbacks(), source: String? = nil
    ) throws -> URL {
        let value = try coding.encoder.value(of: input).object
        let skipped = try defaults.map { try coding.encoder.value(of: $0).object }
        return try link(to: route, web: web, callbacks: callbacks, source: source) { pattern in
            value.leavingOut(skipped) { pattern.parameterNames.contains($0) && !pattern.isOptional($0) }
        }
    }

    /// Returns the URL that runs a route without an input.
    public func link(
        to route: String, web: Bool = false, callbacks: Callbacks = Callbacks(), source: String? = nil
    ) throws -> URL {
        try link(to: route, web: web, callbacks: callbacks, source: source) { _ in .object([]) }
    }

    private func link(
        to route: String, web: Bool, callbacks: Callbacks, source: String?,
        _ input: (RoutePattern) -> QueryValue
    ) throws(LinkError) -> URL {
        let arrays = coding.encoder.strategies.arrayEncodingStrategy
        let link = try table.link(
            to: route, ownScheme: ownScheme, isWeb: web, callbacks: callbacks, source: source
        ) { pattern in
            let input = input(pattern)
            return (input.parameters, input.parameters(arrays: arrays))
        }
        guard let url = URL(string: link.description) else { throw .unanswered(link.description) }
        return url
    }
}

extension QueryValue {
    /// Returns the object without the members that are equal in `defaults` and not needed.
    fileprivate func leavingOut(_ defaults: QueryValue?, isNeeded: (String) -> Bool) -> QueryValue {
        guard let defaults, case .object(let members) = self else { return self }
        return .object(members.filter { isNeeded($0.name) || defaults[$0.name] != $0.value })
    }
}
