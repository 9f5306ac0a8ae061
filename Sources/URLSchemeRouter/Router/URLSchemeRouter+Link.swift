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
        let value = try coding.encoder.value(of: input).object
        let skipped = try defaults.map { try coding.encoder.value(of: $0).object }
        return try link(to: route, web: web, callbacks: callbacks, source: source) { pattern in
            value.leavingOut(skipped) { pattern.parameterNames.contains($0) && !pattern.isOptional($0) }
        }
    }

    /// The URL that runs a route without an input.
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
    /// The members that are not the same in another object; those that are needed in any case.
    fileprivate func leavingOut(_ defaults: QueryValue?, isNeeded: (String) -> Bool) -> QueryValue {
        guard let defaults, case .object(let members) = self else { return self }
        return .object(members.filter { isNeeded($0.name) || defaults[$0.name] != $0.value })
    }
}
