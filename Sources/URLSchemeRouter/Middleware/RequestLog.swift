public import XCallbackURL

/// Middleware that tells a closure of every request and its outcome, and changes neither.
public struct RequestLog: Middleware {
    private let write: @Sendable (RoutedRequest, Outcome) -> Void

    /// Calls the closure when the outcome is known, those of requests that no route matches included. A URL holds what
    /// its caller wrote: a log that others read should name the route alone.
    public init(_ write: @escaping @Sendable (RoutedRequest, Outcome) -> Void) { self.write = write }

    /// Lets the request pass.
    public func decide(_ request: RoutedRequest) -> MiddlewareDecision { .proceed(request) }

    /// Tells the outcome.
    public func conclude(_ request: RoutedRequest, with outcome: Outcome) -> Outcome {
        write(request, outcome)
        return outcome
    }
}
