import XCallbackURL

/// The scopes of a router's routes that do not name their own. Nearly all routes share this one array.
struct RouterScopes: Sendable {
    private let scopes: [Scope]
    /// Whether there is neither http nor https, which only a route that is added refuses.
    private let areChecked: Bool

    /// - Parameter scopes: The scopes, whose domains have been checked.
    init(_ scopes: [Scope]) {
        self.scopes = scopes
        areChecked = !scopes.contains { if case .scheme(let scheme) = $0 { scheme.isWeb } else { false } }
    }

    /// Returns the scopes that a route names, or these, as they are compared. Throws if one of them is malformed.
    func checked(_ named: [Scope]?, for pattern: String) throws(RoutePatternError) -> [Scope] {
        if named == nil, areChecked { return scopes }
        return try (named ?? scopes).map { scope throws(RoutePatternError) in try scope.checked(for: pattern) }
    }
}
