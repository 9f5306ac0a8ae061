import DispatcherRequests
import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// Carries out a route of the Swift program that embeds the daemon.
struct ClosureHandler: Sendable {
    func perform(
        _ route: ClosureRoute, _ request: ApprovedRequest, _ run: Admission
    ) async throws -> HandlerResult {
        guard let perform = route.performAtOnce else { return try await performInTurn(route, request, run) }
        // If the request is recorded, the start must be too, or the closure would run again after a kill.
        if run.hold == .recorded {
            await run.mayWait()
            try await run.recordStart(of: request, arguments: nil)
        }
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

    private func performInTurn(
        _ route: ClosureRoute, _ request: ApprovedRequest, _ run: Admission
    ) async throws -> HandlerResult {
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
