public import QueryCoding
public import XCallbackURL

/// A step around every request of a router, whether or not a route matches. The step decides on the URL before any
/// handler runs, and receives the outcome afterwards.
///
/// Both methods are synchronous, so that a synchronous handler has run when `handle` returns. Both methods return a
/// result, so that a middleware cannot forget to continue. A middleware that has to wait conforms to
/// ``AsyncMiddleware``.
public protocol Middleware: AsyncMiddleware {
    /// Decides how a request continues. A thrown error ends the request as if the handler had thrown it.
    func decide(_ request: RoutedRequest) throws -> MiddlewareDecision
}

/// A middleware's decision about a request.
public enum MiddlewareDecision: Sendable, Hashable {
    /// Continues with this request, which may be changed: the next middleware runs, then the route that matches the
    /// URL.
    case proceed(RoutedRequest)
    /// Starts over with another URL. If that URL has no callbacks or no source, it inherits them from the redirected
    /// URL.
    case redirect(XCallbackURL)
    /// Ends the request with this outcome; no handler runs.
    case end(Outcome)
}

/// A request in the form that a middleware receives.
public struct RoutedRequest: Sendable, Hashable, CustomStringConvertible {
    /// The URL.
    public var url: XCallbackURL
    /// The name of the route that matches the URL at this point; nil without a match, even if the default route answers
    /// the URL.
    public let route: String?
    /// The name of the default route, if it answers the URL because no other route does; nil otherwise.
    public let defaultRoute: String?
    /// The parameters in the path of the route that matches the URL at this point, as text.
    public let pathParameters: QueryParameters

    init(_ url: XCallbackURL, _ match: RouteTable<RouteHandler>.Match?) {
        self.url = url
        let isDefault = match?.isFallback ?? false
        route = isDefault ? nil : match?.entry.name
        defaultRoute = isDefault ? match?.entry.name : nil
        pathParameters = match?.pathParameters ?? []
    }

    /// The name of the route that answers the URL, which may be the default route; nil if no route answers.
    var answering: String? { route ?? defaultRoute }

    /// The request in one line: `notes:///create?title=Hi (route /create)`.
    public var description: String { "\(url) (\(answering.map { "route \($0)" } ?? "no route"))" }
}

/// A ``Middleware`` that decides asynchronously, as Turnpike's filters can.
///
/// When a request reaches an asynchronous middleware, the router continues in a task and `handle` returns true. The
/// handler, even a synchronous handler, runs after the decision. `respond` waits for the task.
public protocol AsyncMiddleware: Sendable {
    /// Decides how a request continues. A thrown error ends the request as if the handler had thrown it.
    func decide(_ request: RoutedRequest) async throws -> MiddlewareDecision

    /// Returns the outcome to report to the caller, which may differ from the given outcome. The default implementation
    /// returns the given outcome unchanged.
    ///
    /// The router calls this method only on each middleware that let the request proceed, last first.
    func conclude(_ request: RoutedRequest, with outcome: Outcome) -> Outcome
}

extension AsyncMiddleware {
    /// Returns the outcome unchanged.
    public func conclude(_ request: RoutedRequest, with outcome: Outcome) -> Outcome { outcome }
}
