import XCallbackURL

/// A named group of routes that can be unavailable. A closure decides for each request. While the feature is
/// unavailable, its routes still answer their URLs, with error 424 and the reason.
public struct RouteFeature: RoutesBuilder {
    /// Whether the group's routes run.
    public enum Availability: Sendable, Hashable {
        /// They run.
        case available
        /// They do not; the error reports the reason to the caller, such as `you are signed out`.
        case unavailable(because: String)
    }

    /// The name in messages to callers.
    public let name: String
    private let router: URLSchemeRouter
    private let availability: @Sendable () -> Availability

    init(_ name: String, _ router: URLSchemeRouter, _ availability: @escaping @Sendable () -> Availability) {
        self.name = name
        self.router = router
        self.availability = availability
    }

    /// Adds a route to the group, as ``URLSchemeRouter/add(_:in:name:isFallback:fileID:line:handler:)`` does. The
    /// default name is the feature's name, a dot and the pattern.
    public func add(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, isFallback: Bool = false,
        fileID: String = #fileID, line: Int = #line, handler: RouteHandler
    ) throws {
        let (feature, availability) = (self.name, availability)
        let guarded = handler.preceded {
            guard case .unavailable(let reason) = availability() else { return }
            throw OutcomeError(.unavailable, "\(feature) is not available: \(reason)")
        }
        try router.add(
            pattern, in: scopes, name: name ?? "\(feature).\(pattern)", isFallback: isFallback,
            fileID: fileID, line: line, handler: guarded)
    }
}

extension URLSchemeRouter {
    /// Makes a group of routes. The router calls `availability` for each request to one of them.
    ///
    /// ```swift
    /// let sharing = router.feature("sharing") { user.isSignedIn ? .available : .unavailable(because: "you are signed out") }
    /// sharing.route("/share/{id}") { (note: NoteID) in … }
    /// ```
    public func feature(
        _ name: String,
        availability: @escaping @Sendable () -> RouteFeature.Availability = { .available }
    ) -> RouteFeature {
        RouteFeature(name, self, availability)
    }
}
