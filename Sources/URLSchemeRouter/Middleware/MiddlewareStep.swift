/// A middleware of a router.
struct MiddlewareStep: Sendable {
    let middleware: any AsyncMiddleware
    /// The middleware as a synchronous one; nil if the middleware decides asynchronously.
    private let synchronous: (any Middleware)?
    /// The actor that a synchronous middleware decides on; nil for any thread.
    private let isolation: (any Actor)?

    init(_ middleware: some AsyncMiddleware, on isolation: (any Actor)? = nil) {
        self.middleware = middleware
        synchronous = middleware as? any Middleware
        self.isolation = isolation
    }

    /// The middleware if it can decide at once, in code that is isolated to `caller`; otherwise nil.
    func synchronous(from caller: (any Actor)?) -> (any Middleware)? {
        Isolation.admits(isolation, from: caller) ? synchronous : nil
    }

    /// Calls the middleware's decision on its actor.
    func decide(_ request: RoutedRequest) async throws -> MiddlewareDecision {
        guard let isolation, let synchronous else { return try await middleware.decide(request) }
        return try await Isolation.call(AssumedSendable { try synchronous.decide(request) }, on: isolation).value
    }
}
