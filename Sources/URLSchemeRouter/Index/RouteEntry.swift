import XCallbackURL

/// A route with one of its patterns.
@usableFromInline package final class RouteEntry: Sendable {
    @usableFromInline package let name: String
    @usableFromInline package let pattern: RoutePattern
    package let scopes: [Scope]
    /// Whether a path must have a trailing slash exactly if the pattern has one.
    package let isStrict: Bool
    /// The apps whose requests the route answers; nil for all requests. The owner of the table compares them.
    package let senders: [String]?
    /// The origin of the route, for messages: a place in a file, or another text.
    package let declaration: String

    init(
        name: String, pattern: RoutePattern, scopes: [Scope], isStrict: Bool = false, senders: [String]? = nil,
        declaration: String
    ) {
        self.name = name
        self.pattern = pattern
        self.scopes = scopes
        self.isStrict = isStrict
        self.senders = senders
        self.declaration = declaration
    }

    /// Returns whether the app that sends a request decides between this route and another that ties with it.
    func isDistinguished(from other: RouteEntry) -> Bool {
        // Otherwise the patterns tie for some paths, but not for all.
        guard pattern.optionalType == other.pattern.optionalType else { return false }
        guard let senders, let others = other.senders else { return senders != nil || other.senders != nil }
        return Set(senders).isDisjoint(with: others)
    }
}

extension RoutePattern {
    /// The type of the last segment, if it may be missing.
    fileprivate var optionalType: ParameterType? {
        if case .optional(_, let type)? = segments.last { type } else { nil }
    }
}
