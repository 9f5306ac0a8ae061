import DispatcherRequests
import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// Carries out a route of the Swift program that embeds the daemon.
struct ClosureHandler: Sendable {
    func perform(
        _ route: ClosureRoute, _ request: ApprovedRequest, _ run: some HandlerRun
    ) async throws -> HandlerStep {
        try await run.withTurn(request) {
            try await run.recordStart(of: request, arguments: nil)
            return .outcome(try await route.perform(request.url, request.parameters))
        }
    }
}
