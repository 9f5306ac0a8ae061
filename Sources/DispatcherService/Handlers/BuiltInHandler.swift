import DispatcherMessages
import DispatcherRequests
import QueryCoding
import XCallbackURL

/// Carries out the built-in routes.
struct BuiltInHandler: Sendable {
    let calls: AppCalls

    /// Returns nil for a route that waits.
    func performAtOnce(_ route: BuiltInRoute, _ request: ApprovedRequest) -> HandlerStep? {
        switch route {
        case .ping: .outcome(.success)
        case .echo: .outcome(.success(request.parameters.grouped(bare: true)))
        case .version: .outcome(.success(["version": .string(PackageVersion.text)]))
        case .reply: nil
        }
    }

    func perform(_ route: BuiltInRoute, _ request: ApprovedRequest) async throws(OutcomeError) -> HandlerStep {
        if let step = performAtOnce(route, request) { return step }
        try await calls.take(request)
        return .outcome(.success)
    }
}
