public import XCallbackURL

/// A ``Middleware`` that may take its time to decide, as Turnpike's filters may.
///
/// A router that has one goes on in a task where it stands: `handle` returns true before that, and the handler runs, a
/// synchronous one too, when it has decided. `respond` awaits it.
public protocol AsyncMiddleware: Sendable {
    /// What becomes of a request. An error that is thrown ends it as one that a handler throws would.
    func decide(_ request: RoutedRequest) async throws -> MiddlewareDecision

    /// The outcome that the caller is told, given the one that there is; that one unless a middleware says otherwise.
    func conclude(_ request: RoutedRequest, with outcome: Outcome) -> Outcome
}

extension AsyncMiddleware {
    /// Leaves the outcome as it is.
    public func conclude(_ request: RoutedRequest, with outcome: Outcome) -> Outcome { outcome }
}
