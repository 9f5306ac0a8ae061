import QueryCoding
import XCallbackURL

/// Middleware that ends a request without the right token with 401. The token is `x-token=`, or `key=` for callers that
/// cannot set `x-token`.
public struct RequiredToken: Middleware {
    private let token: String
    let routes: Set<String>?
    /// A name that no route of the router has; nil if all names are right.
    private var unknown: String?

    /// Requires the token for the routes with these names, or for every request if nil. The name of a route that was
    /// added without a name is its whole pattern, as in `/delete/{id:int}`. If the router has no route of a name, every
    /// request needs the token: a mistyped name must not leave a route open.
    public init(_ token: String, routes: Set<String>? = nil) {
        self.token = token
        self.routes = routes
    }

    /// Proceeds if the token is right, after removing a `key` that carried it.
    public func decide(_ request: RoutedRequest) -> MiddlewareDecision {
        if let routes, request.answering.map({ !routes.contains($0) }) ?? true { return .proceed(request) }
        if case .value(let given) = request.url.reserved["x-token"], given.utf8.isSecret(token.utf8) {
            return .proceed(request)
        }
        if case .value(let given) = request.url.parameters["key"], given.utf8.isSecret(token.utf8) {
            var request = request
            request.url.parameters.elements.removeAll { $0.name.hasSameBytes(as: "key") }
            return .proceed(request)
        }
        let reason = unknown.map { "; every request needs it, because no route is named '\($0)'" } ?? ""
        return .end(.error(OutcomeError(.token, "the token is missing or wrong; send it as x-token=\(reason)")))
    }

    /// Returns the middleware for a router; it requires the token for every request if the router lacks a route.
    func checked(_ hasRoute: (String) -> Bool) -> RequiredToken {
        guard let missing = routes?.sorted().first(where: { !hasRoute($0) }) else { return self }
        var all = RequiredToken(token)
        all.unknown = missing
        return all
    }
}

extension Sequence<UInt8> {
    /// Compares a secret with the text that a caller sent, in a time that depends only on their lengths, so that timing
    /// reveals no prefix. An empty secret equals nothing.
    package func isSecret(_ secret: some Collection<UInt8>) -> Bool {
        let given = Array(self)
        guard !secret.isEmpty, given.count == secret.count else { return false }
        return zip(given, secret).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
