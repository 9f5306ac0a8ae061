import DispatcherCommands
import DispatcherConfiguration
import DispatcherRequests
import XCallbackURL

/// Carries out an `open` route. A URL of one of our own schemes becomes a request, whose outcome is the outcome; any other
/// URL is a success once its opener has started.
struct OpenHandler: Sendable {
    let opener: URLOpener

    func perform(
        _ template: URLTemplate, _ request: ApprovedRequest, _ run: some HandlerRun
    ) async throws -> HandlerStep {
        let url = try request.inserting(request.input, template.url).revealed
        let departure = try request.matched.release(url, as: .open)
        try await run.recordStart(of: request, arguments: nil)
        switch departure {
        case .dispatch(let next): return .dispatch(next)
        case .open(let target):
            switch await opener.open(target, for: request.context) {
            case .started(let end): return .opened(end)
            case .failed(let reason), .uncertain(let reason): throw OutcomeError(.failed, reason)
            }
        }
    }
}
