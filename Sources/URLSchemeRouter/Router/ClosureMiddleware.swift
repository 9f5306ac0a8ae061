/// A middleware that is a closure.
private struct ClosureMiddleware: Middleware {
    /// The closure, which its step calls on the closure's actor.
    let decide: AssumedSendable<(RoutedRequest) throws -> MiddlewareDecision>

    func decide(_ request: RoutedRequest) throws -> MiddlewareDecision { try decide.value(request) }
}

/// An asynchronous middleware that is a closure.
private struct AsyncClosureMiddleware: AsyncMiddleware {
    let decide: @isolated(any) @Sendable (RoutedRequest) async throws -> MiddlewareDecision

    func decide(_ request: RoutedRequest) async throws -> MiddlewareDecision { try await decide(request) }
}

extension URLSchemeRouter {
    /// Adds a closure as a middleware, as ``use(_:)-(AsyncMiddleware)`` does. The closure keeps the isolation of the
    /// place where it is written: a request that is handled outside the closure's actor continues in a task. See
    /// <doc:OnTheMainActor>.
    ///
    /// ```swift
    /// router.use { request in isSignedIn() ? .proceed(request) : .end(.error(OutcomeError(.refused, "sign in first"))) }
    /// ```
    @preconcurrency
    public func use(
        @_inheritActorContext _ decide: @escaping @isolated(any) @Sendable (RoutedRequest) throws -> MiddlewareDecision
    ) {
        use(MiddlewareStep(ClosureMiddleware(decide: .plain(decide)), on: decide.isolation))
    }

    /// Adds an asynchronous closure as a middleware. A request that reaches it continues in a task.
    @preconcurrency
    public func use(
        @_inheritActorContext _ decide:
            @escaping @isolated(any) @Sendable (RoutedRequest) async throws -> MiddlewareDecision
    ) {
        use(AsyncClosureMiddleware(decide: decide))
    }

    /// Adds a step that prepares the user interface for every route, as ``RouteHandler/presented(by:)`` does for one
    /// route. The step is a middleware, and does not run for requests that no route answers.
    @preconcurrency
    public func present(
        @_inheritActorContext by step: @escaping @isolated(any) @Sendable (RoutedRequest) throws -> Presentation
    ) {
        let plain = AssumedSendable<(RoutedRequest) throws -> Presentation>.plain(step)
        let decide = AssumedSendable { (request: RoutedRequest) throws -> MiddlewareDecision in
            if request.answering != nil { try plain.value(request).check() }
            return .proceed(request)
        }
        use(MiddlewareStep(ClosureMiddleware(decide: decide), on: step.isolation))
    }

    /// Adds an asynchronous step that prepares the user interface for every route. A request continues in a task.
    @preconcurrency
    public func present(
        @_inheritActorContext by step: @escaping @isolated(any) @Sendable (RoutedRequest) async throws -> Presentation
    ) {
        use { (request: RoutedRequest) async throws -> MiddlewareDecision in
            if request.answering != nil { try await step(request).check() }
            return .proceed(request)
        }
    }
}
