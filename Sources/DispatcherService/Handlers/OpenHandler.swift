import DispatcherCommands
import DispatcherConfiguration
import DispatcherRequests
import XCallbackURL

/// Carries out an `open` route. A URL of the daemon's own schemes becomes a request, whose outcome is the outcome; any
/// other URL is a success once its opener has started.
struct OpenHandler: Sendable {
    let opener: URLOpener
    let notifications: RequestNotifications

    func perform(
        _ template: URLTemplate, _ request: ApprovedRequest, _ run: Admission
    ) async throws -> HandlerResult {
        await run.mayWait()
        switch try request.matched.authorize(request.revealing(request.input, template.url), as: .open) {
        case .dispatch(let next):
            // The next URL is a request with its own line in the history.
            try await run.recordStart(of: request, arguments: nil)
            return .forward(next)
        case .open(let target):
            try await run.recordStart(of: request, arguments: opening(target, by: template, for: request))
            let turn = try await run.waitForOpener(request, in: opener.turns)
            switch await opener.open(target, for: request.received, turn) {
            case .started(let end):
                notifications.watch(end, ofCallback: false, of: .matched(request.matched))
                return .outcome(.success)
            case .failed(let reason), .uncertain(let reason): throw OutcomeError(.failed, reason)
            }
        }
    }

    /// Returns the command for the history: the opener with the URL.
    private func opening(
        _ target: OutgoingURL, by template: URLTemplate, for request: ApprovedRequest
    ) throws(OutcomeError) -> Confidential<[String]> {
        let words = request.received.table.settings.opener.command(for: target.scheme)
        let url = try request.inserting(request.input, template.url).map(CallbackURL.opened)
        return Confidential(revealed: words + [url.revealed], redacted: words + [url.redacted])
    }
}
