import DispatcherRequests
import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// Carries out a route of the Swift program that embeds the daemon.
struct ClosureHandler: Sendable {
    func perform(
        _ handler: RouteHandler, _ request: ApprovedRequest, _ run: some HandlerRun
    ) async throws -> HandlerStep {
        try await run.withTurn(request) {
            try await run.recordStart(of: request, arguments: nil)
            return .outcome(.success(try await handler.perform(request.parameters).object))
        }
    }
}
