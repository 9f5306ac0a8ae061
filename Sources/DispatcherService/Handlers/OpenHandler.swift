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
        let url = try request.inserting(request.input, template.url)
        let departure = try request.matched.release(url.revealed, as: .open)
        try await run.recordStart(of: request, arguments: opening(url, departure, for: request))
        switch departure {
        case .dispatch(let next): return .dispatch(next)
        case .open(let target):
            switch await opener.open(target, for: request.context) {
            case .started(let end): return .opened(end)
            case .failed(let reason), .uncertain(let reason): throw OutcomeError(.failed, reason)
            }
        }
    }

    /// What the history has as the command: the opener with the URL. A URL of our own is a request with its own line.
    private func opening(
        _ url: Confidential<String>, _ departure: Departure, for request: ApprovedRequest
    ) -> Confidential<[String]>? {
        guard case .open(let target) = departure else { return nil }
        let words =
            switch request.context.table.settings.opener.way(for: target.scheme) {
            case .command(let command): command
            case .bus: ["dbus"]
            }
        return Confidential(revealed: words + [url.revealed], redacted: words + [url.redacted])
    }
}
