/// A middleware of a router.
struct MiddlewareStep: Sendable {
    let middleware: any AsyncMiddleware
    /// The same middleware; nil if it decides asynchronously.
    let synchronous: (any Middleware)?

    init(_ middleware: some AsyncMiddleware) {
        self.middleware = middleware
        synchronous = middleware as? any Middleware
    }
}
