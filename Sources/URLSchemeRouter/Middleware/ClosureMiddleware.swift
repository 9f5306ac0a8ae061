/// A middleware that is a closure.
private struct ClosureMiddleware: Middleware {
    let decide: @Sendable (RoutedRequest) throws -> MiddlewareDecision

    func decide(_ request: RoutedRequest) throws -> MiddlewareDecision { try decide(request) }
}

/// An asynchronous middleware that is a closure.
private struct AsyncClosureMiddleware: AsyncMiddleware {
    let decide: @Sendable (RoutedRequest) async throws -> MiddlewareDecision

    func decide(_ request: RoutedRequest) async throws -> MiddlewareDecision { try await decide(request) }
}

extension URLSchemeRouter {
    /// Adds a closure as a middleware, as ``use(_:)-(AsyncMiddleware)`` does.
    ///
    /// ```swift
    /// router.use { request in isSignedIn() ? .proceed(request) : .end(.error(OutcomeError(.refused, "sign in first"))) }
    /// ```
    @preconcurrency
    public func use(_ decide: @escaping @Sendable (RoutedRequest) throws -> MiddlewareDecision) {
        use(ClosureMiddleware(decide: decide))
    }

    /// Adds an asynchronous closure as a middleware. A request that reaches it continues in a task.
    @preconcurrency
    public func use(_ decide: @escaping @Sendable (RoutedRequest) async throws -> MiddlewareDecision) {
        use(AsyncClosureMiddleware(decide: decide))
    }

    /// Adds a step that prepares the user interface for every route, as ``RouteHandler/presented(by:)`` does for one. It
    /// is a middleware, which requests that no route answers pass by.
    @preconcurrency
    public func present(by step: @escaping @Sendable (RoutedRequest) throws -> Presentation) {
        use { request in
            if request.answering != nil { try step(request).check() }
            return .proceed(request)
        }
    }

    /// Adds an asynchronous step that prepares the user interface for every route. A request continues in a task.
    @preconcurrency
    public func present(by step: @escaping @Sendable (RoutedRequest) async throws -> Presentation) {
        use { request in
            if request.answering != nil { try await step(request).check() }
            return .proceed(request)
        }
    }
}
