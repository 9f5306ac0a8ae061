public import XCallbackURL

/// Middleware that reports every request and its outcome to a closure, and changes neither.
public struct RequestLog: Middleware {
    private let write: @Sendable (RoutedRequest, Outcome) -> Void

    /// Calls the closure when the outcome is known, even if no route matches.
    ///
    /// A URL may contain private data, so a log that others read should contain only the name of the route.
    public init(_ write: @escaping @Sendable (RoutedRequest, Outcome) -> Void) { self.write = write }

    /// Proceeds.
    public func decide(_ request: RoutedRequest) -> MiddlewareDecision { .proceed(request) }

    /// Calls the closure.
    public func conclude(_ request: RoutedRequest, with outcome: Outcome) -> Outcome {
        write(request, outcome)
        return outcome
    }
}
