import DispatcherCommands
import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import XCallbackURL

/// Notifications of what went wrong after a click. A request has one at most.
extension Dispatcher {
    /// Shows the error of a click that no callback reports, or the loss of its answer.
    /// - Parameter isFollowed: Whether another request waits for the outcome, and reports an error itself.
    func notify(of conclusion: Conclusion, _ callback: CallbackReport?, isFollowed: Bool) {
        let progress = conclusion.progress
        guard showsNotifications(of: progress.context) else { return }
        if case .error = conclusion.outcome {
            let isReported = callback?.state == .opened || callback?.state == .dispatched
            guard !isFollowed, !isReported || conclusion.isPromptFailure, notifier.mayShow(.failedClick),
                let error = conclusion.writtenError
            else { return }
            let title = "\(progress.routeName ?? "A link") failed (\(error.code))"
            startNotification(title, error.message, kind: .failedClick, of: progress.context)
        } else if let callback, conclusion.cancelReason != .notAllowed {
            // Whoever has just said no needs no news of the x-cancel.
            notify(ofLossOf: callback, of: progress)
        }
    }

    /// Shows that the answer of a click did not reach its app, if it did not.
    func notify(ofLossOf callback: CallbackReport, of progress: RequestProgress) {
        guard callback.loss != nil, showsNotifications(of: progress.context), notifier.mayShow(.lostAnswer) else {
            return
        }
        let reason = Redaction(of: progress, next: callback.url).text(callback.reason ?? callback.state.rawValue)
        startNotification(
            "\(progress.answerName) \(callback.state == .uncertain ? "may be" : "is") lost", reason, kind: .lostAnswer,
            of: progress.context)
    }

    /// Shows that an opener failed after it had started. Nobody knows whether the app has the URL.
    func notify(ofFailureOf lost: String, _ reason: String, of context: IncomingRequest) {
        guard showsNotifications(of: context) else { return }
        startNotification("\(lost) may be lost", reason, kind: .lostAnswer, of: context)
    }

    private func showsNotifications(of context: IncomingRequest) -> Bool {
        context.submission.door == .desktop && context.table.settings.notifications
    }

    private func startNotification(
        _ title: String, _ body: String, kind: NotificationKind, of context: IncomingRequest
    ) {
        guard context.markNotified() else { return }
        let variables = environment.variables(for: context)
        work.start { [notifier] in await notifier.show(title, body, kind: kind, environment: variables) }
    }
}

extension RequestProgress {
    /// The answer in the title of a notification.
    var answerName: String { "The answer of \(routeName ?? "a link")" }
}
