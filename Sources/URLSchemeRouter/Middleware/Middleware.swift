public import XCallbackURL

/// A step around every request of a router, matched or not: it sees the URL before any handler and decides what becomes
/// of it, and sees the outcome afterwards.
///
/// Both halves are synchronous, so that a synchronous handler has still run when `handle` returns, and neither can forget
/// to answer: each returns what happens next. One that must wait for something is an ``AsyncMiddleware``.
public protocol Middleware: Sendable {
    /// What becomes of a request. An error that is thrown ends it as one that a handler throws would.
    func decide(_ request: RoutedRequest) throws -> MiddlewareDecision

    /// The outcome that the caller is told, given the one that there is; that one unless a middleware says otherwise. It
    /// is asked of those that let the request pass, the last first.
    func conclude(_ request: RoutedRequest, with outcome: Outcome) -> Outcome
}

extension Middleware {
    /// Leaves the outcome as it is.
    public func conclude(_ request: RoutedRequest, with outcome: Outcome) -> Outcome { outcome }
}

/// What a middleware makes of a request.
public enum MiddlewareDecision: Sendable, Hashable {
    /// It goes on, as it was or changed: the next middleware and then the route that matches what it has become.
    case proceed(RoutedRequest)
    /// It starts again as another URL. One without callbacks and source keeps those of the first.
    case redirect(XCallbackURL)
    /// It is over, and no handler runs.
    case end(Outcome)
}

/// A request as a middleware sees it.
public struct RoutedRequest: Sendable, Hashable {
    /// The URL.
    public var url: XCallbackURL
    /// The route that matches the URL as it came to this middleware; nil if none does.
    public let route: String?
}
