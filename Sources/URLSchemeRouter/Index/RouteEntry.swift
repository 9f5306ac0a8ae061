import XCallbackURL

/// A route with one of its patterns.
@usableFromInline package final class RouteEntry: Sendable {
    @usableFromInline package let name: String
    @usableFromInline package let pattern: RoutePattern
    package let scopes: [Scope]
    /// The schemes that ``Scope/anyScheme`` does not include for this route.
    let exceptions: Set<Scheme>
    /// Whether a path must have a trailing slash exactly if the pattern has one.
    package let isStrict: Bool
    package let declaration: Declaration

    init(
        name: String, pattern: RoutePattern, scopes: [Scope], exceptions: Set<Scheme> = [], isStrict: Bool = false,
        declaration: Declaration
    ) {
        self.name = name
        self.pattern = pattern
        self.scopes = scopes
        self.exceptions = exceptions
        self.isStrict = isStrict
        self.declaration = declaration
    }

    /// Returns whether the route answers a scheme that one of its scopes includes.
    func answers(_ scheme: Scheme) -> Bool { exceptions.isEmpty || !exceptions.contains(scheme) }
}
