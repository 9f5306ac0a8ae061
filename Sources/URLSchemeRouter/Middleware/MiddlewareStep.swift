import XCallbackURL

/// A synchronous or an asynchronous middleware.
enum MiddlewareStep: Sendable {
    case sync(any Middleware)
    case async(any AsyncMiddleware)

    func decide(_ request: RoutedRequest) async throws -> MiddlewareDecision {
        switch self {
        case .sync(let middleware): try middleware.decide(request)
        case .async(let middleware): try await middleware.decide(request)
        }
    }

    func conclude(_ request: RoutedRequest, with outcome: Outcome) -> Outcome {
        switch self {
        case .sync(let middleware): middleware.conclude(request, with: outcome)
        case .async(let middleware): middleware.conclude(request, with: outcome)
        }
    }
}
