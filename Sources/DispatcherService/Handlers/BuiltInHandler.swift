import DispatcherMessages
import DispatcherRequests
import QueryCoding
import XCallbackURL

/// Carries out the built-in routes.
struct BuiltInHandler: Sendable {
    let calls: AppCalls

    func perform(
        _ route: BuiltInRoute, _ request: ApprovedRequest, _ run: Admission
    ) async throws(OutcomeError) -> HandlerResult {
        switch route {
        case .ping: return .outcome(.success)
        case .echo: return .outcome(.success(request.parameters.grouped(bare: true)))
        case .version: return .outcome(.success(["version": .string(PackageVersion.text)]))
        case .reply:
            await run.mayWait()
            try await calls.take(request)
            return .outcome(.success)
        }
    }
}
