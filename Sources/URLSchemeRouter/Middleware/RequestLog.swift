public import XCallbackURL

/// Middleware that reports every request and its outcome to a closure, and changes neither.
public struct RequestLog: Middleware {
    private let write: IsolatedAction<(RoutedRequest, Outcome)>

    /// Calls the closure when the outcome is known, even if no route matches. A closure of an actor is called on that
    /// actor, possibly later.
    ///
    /// A URL may contain private data, so a log that others read should contain only the name of the route.
    @preconcurrency
    public init(@_inheritActorContext _ write: @escaping @isolated(any) @Sendable (RoutedRequest, Outcome) -> Void) {
        self.write = IsolatedAction(closure: .plain(write), isolation: write.isolation)
    }

    /// Proceeds.
    public func decide(_ request: RoutedRequest) -> MiddlewareDecision { .proceed(request) }

    /// Calls the closure.
    public func conclude(_ request: RoutedRequest, with outcome: Outcome) -> Outcome {
        write.call((request, outcome), from: nil)
        return outcome
    }
}
