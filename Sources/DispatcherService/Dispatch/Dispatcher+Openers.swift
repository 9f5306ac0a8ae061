import DispatcherCommands
import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import Logging
import URLSchemeRouter

/// Openers that fail soon after they have started. The reply has gone by then.
extension Dispatcher {
    /// Adds the failure to the history of the callback.
    func watch(_ end: OpenerEnd, ofCallbackOf progress: RequestProgress) async {
        guard let reason = await end.failure() else { return }
        await recorder.recordFailure(of: progress, reason)
        report(reason, progress.answerName, progress.context)
    }

    /// Reports the failure of an `open` route.
    func watch(_ end: OpenerEnd, ofRouteIn matched: MatchedRequest) async {
        guard let reason = await end.failure() else { return }
        report(reason, "The link of \(matched.route.name)", matched.context)
    }

    private func report(_ reason: String, _ lost: String, _ context: IncomingRequest) {
        logger.notice("an opener failed", metadata: ["id": "\(context.id)", "reason": "\(reason)"])
        notify(ofFailureOf: lost, reason, of: context)
    }
}
