public import XCallbackURL

/// A ``Middleware`` that decides asynchronously, as Turnpike's filters can.
///
/// When a request reaches it, the router continues in a task and `handle` returns true. The handler, even a synchronous
/// one, runs after the decision. `respond` awaits it.
public protocol AsyncMiddleware: Sendable {
    /// Decides how a request continues. A thrown error ends the request as if the handler had thrown it.
    func decide(_ request: RoutedRequest) async throws -> MiddlewareDecision

    /// Returns the outcome to report to the caller, which may differ from the given one. The default returns it
    /// unchanged.
    ///
    /// The router calls it only on each middleware that let the request proceed, last first.
    func conclude(_ request: RoutedRequest, with outcome: Outcome) -> Outcome
}

extension AsyncMiddleware {
    /// Returns the outcome unchanged.
    public func conclude(_ request: RoutedRequest, with outcome: Outcome) -> Outcome { outcome }
}
