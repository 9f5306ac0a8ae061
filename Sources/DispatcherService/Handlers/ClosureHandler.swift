import DispatcherRequests
import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// Carries out a route of the Swift program that embeds the daemon.
struct ClosureHandler: Sendable {
    /// Runs a closure that the program allows to run on the thread that read the URL; nil for any other closure.
    func performAtOnce(_ route: ClosureRoute, _ request: ApprovedRequest) throws(Declined) -> HandlerStep? {
        guard let perform = route.performAtOnce else { return nil }
        do {
            return .outcome(try perform(request.parameters))
        } catch let declined as Declined {
            throw declined
        } catch let error where error is CancelledByUser || error is CancellationError {
            return .outcome(.cancel)
        } catch {
            // The handler ran, so this error is not a refusal.
            return .outcome(.error(OutcomeError(reporting: error)))
        }
    }

    func perform(
        _ route: ClosureRoute, _ request: ApprovedRequest, _ run: Admission
    ) async throws -> HandlerStep {
        if route.performAtOnce != nil {
            try await run.recordStart(of: request, arguments: nil)
            if let step = try performAtOnce(route, request) { return step }
        }
        return try await run.withTurn(request) {
            try await run.recordStart(of: request, arguments: nil)
            do {
                return .outcome(try await route.perform(request.url, request.parameters))
            } catch is CancellationError where !Task.isCancelled {
                // The closure cancelled its own work; the daemon did not cancel the request.
                return .outcome(.cancel)
            }
        }
    }
}
