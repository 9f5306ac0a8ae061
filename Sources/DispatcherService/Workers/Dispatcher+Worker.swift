import DispatcherConfiguration
import DispatcherMessages
import QueryCoding
import URLSchemeRouter
import XCallbackURL

extension Dispatcher {
    /// Has a worker carry a request out: of those that share its route, the one that has the least to do. One that goes
    /// before it was asked leaves it to the others; one that goes afterwards ends it.
    func performByWorker(_ route: RouteDefinition, _ request: inout Request) async throws -> Outcome {
        let input = try await PathResolver.resolve(request.input, of: route)
        try await startRunning(&request, route: route.name)
        defer { ledger.finishRunning(route: route.name) }
        try await recorder.begin(&request)
        let limits = request.table.settings.limits
        let call = WorkerCall(
            id: request.id, route: route.name, input: input, url: request.submission.text,
            source: request.url?.source, door: request.submission.door, depth: request.submission.depth + 1,
            timeout: limits.timeout)
        var workers = request.match?.entry.payload.workers ?? []
        while let worker = workers.min(by: { $0.load < $1.load }) {
            if let outcome = try await worker.perform(call) { return try checked(outcome, limits.output) }
            workers.removeAll { $0 === worker }
        }
        throw Worker.gone
    }

    private func checked(_ outcome: Outcome, _ limit: Int) throws(OutcomeError) -> Outcome {
        guard case .success(let output) = outcome, output.json.utf8.count > limit else { return outcome }
        throw OutcomeError(.tooLarge, "the worker answered more than \(limit) bytes")
    }
}
