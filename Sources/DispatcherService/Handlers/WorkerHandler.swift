import DispatcherCommands
import DispatcherConfiguration
import DispatcherRequests
import QueryCoding
import UnixSystem
import XCallbackURL

/// Lets a worker carry out a request: of the workers that share the route, the worker with the lowest load. If the
/// worker leaves before it is asked, the other workers get the request; if it leaves afterwards, the request ends.
struct WorkerHandler: Sendable {
    let clock: Timestamp.Clock
    /// Returns the workers that serve a name now. Throws 502 if there is none.
    let serving: @Sendable (String) throws(OutcomeError) -> [any RouteWorker]

    func perform(
        _ name: String, _ route: RouteDefinition, _ request: ApprovedRequest, _ run: Admission
    ) async throws -> HandlerResult {
        return try await run.withTurn(request) {
            // The files are open until the worker has answered.
            let paths = try PathResolver(request.input.revealed, of: route)
            defer { withExtendedLifetime(paths) {} }
            try await run.recordStart(of: request, arguments: nil)
            let asked = WorkerRequest(
                request, to: name, input: paths.input, timeout: route.timeout, begun: clock())
            // The worker of a file's route may have come after the request, as while the user was asked.
            let declaring = request.route.workers
            var workers = declaring.isEmpty ? try serving(name) : declaring
            while let worker = workers.min(by: { $0.load < $1.load }) {
                if let outcome = try await worker.perform(asked) {
                    return .outcome(try Self.checked(outcome, request.settings.limits.output))
                }
                workers.removeAll { $0 === worker }
            }
            throw Worker.gone
        }
    }

    private static func checked(_ outcome: Outcome, _ limit: Int) throws(OutcomeError) -> Outcome {
        guard case .success(let output) = outcome, output.json.utf8.count > limit else { return outcome }
        throw OutcomeError(.tooLarge, "the worker answered more than \(limit) bytes")
    }
}
