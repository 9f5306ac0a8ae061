import XCallbackURL

/// A named group of routes that can be unavailable. A closure decides for each request. While the feature is
/// unavailable, its routes still answer their URLs, with error 424 and the reason.
public struct RouteFeature: RoutesBuilder {
    /// Whether the group's routes run.
    public enum Availability: Sendable, Hashable {
        /// The routes run.
        case available
        /// The routes do not run; the error reports the reason to the caller, such as `you are signed out`.
        case unavailable(because: String)
    }

    /// The name of the feature in messages to callers.
    public let name: String
    private let router: URLSchemeRouter
    private let scopes: [Scope]?
    private let availability: AssumedSendable<() throws -> Availability>
    private let isolation: (any Actor)?

    init(
        _ name: String, _ router: URLSchemeRouter, _ scopes: [Scope]?,
        _ availability: @escaping @isolated(any) @Sendable () -> Availability
    ) {
        self.name = name
        self.router = router
        self.scopes = scopes
        self.availability = .plain(availability)
        isolation = availability.isolation
    }

    /// Adds a route to the group, as ``URLSchemeRouter/add(_:in:name:isFallback:fileID:line:handler:)`` does. The
    /// default name is the feature's name, a dot and the pattern.
    public func add(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, isFallback: Bool = false,
        fileID: StaticString = #fileID, line: UInt = #line, handler: RouteHandler
    ) throws {
        let (feature, availability) = (self.name, availability)
        let check = AssumedSendable {
            guard case .unavailable(let reason) = try availability.value() else { return }
            throw OutcomeError(.unavailable, "\(feature) is not available: \(reason)")
        }
        try router.insert(
            pattern, in: scopes ?? self.scopes, name: name, orName: "\(feature).\(pattern)", isFallback,
            "\(fileID):\(line)", handler.preceded(on: isolation, by: check))
    }
}
