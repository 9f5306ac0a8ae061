import DispatcherCommands
import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import QueryCoding
import XCallbackURL

/// Notifications after a click. The user learns once of a request what went wrong.
extension Dispatcher {
    /// Shows the error of a click that no callback reports, the loss of its answer, or its result if the route has
    /// `notify: true`.
    /// - Parameter isFollowed: Whether another request waits for the outcome, and reports an error itself.
    func notify(of conclusion: Conclusion, _ callback: CallbackReport?, isFollowed: Bool) {
        let progress = conclusion.progress
        guard showsNotifications(of: progress.context) else { return }
        if case .error = conclusion.outcome {
            let isReported = callback?.state == .opened || callback?.state == .dispatched
            guard !isFollowed, !isReported || conclusion.isPromptFailure, notifier.mayShow(.failedClick),
                progress.context.markNotified(), let error = conclusion.shownError
            else { return }
            let title = "\(progress.routeName ?? "A link") failed (\(error.code))"
            show(title, error.sentence, kind: .failedClick, of: progress.context)
            return
        }
        let result = notifier.mayShow(.result) ? conclusion.shownResult : nil
        // A user who has just said no needs no news of the x-cancel.
        if let callback, callback.loss != nil, conclusion.cancelReason != .notAllowed {
            notify(ofLossOf: callback, of: progress, result: result)
        } else if let result, let route = progress.route {
            show(route.summary ?? route.name, result, kind: .result, of: progress.context)
        }
    }

    /// Shows that the answer of a click did not reach its app, if it did not.
    /// - Parameter result: The answer, if the notification shows it.
    func notify(ofLossOf callback: CallbackReport, of progress: RequestProgress, result: String? = nil) {
        let kind = result == nil ? NotificationKind.lostAnswer : .result
        guard callback.loss != nil, showsNotifications(of: progress.context), notifier.mayShow(kind),
            progress.context.markNotified()
        else { return }
        let reason = Redaction(of: progress, next: callback.url).text(callback.reason ?? callback.state.rawValue)
        let verb = callback.state == .uncertain ? "may be" : "is"
        show(
            "\(progress.answerName) \(verb) lost", [reason, result].compactMap(\.self).joined(separator: "\n"),
            kind: kind, of: progress.context)
    }

    /// Shows that an opener failed after it had started. Nobody knows whether the app has the URL.
    func notify(ofFailureOf lost: String, _ reason: String, of context: IncomingRequest) {
        guard showsNotifications(of: context), context.markNotified() else { return }
        show("\(lost) may be lost", reason, kind: .lostAnswer, of: context)
    }

    private func showsNotifications(of context: IncomingRequest) -> Bool {
        context.submission.door == .desktop && context.table.settings.notifications
    }

    private func show(_ title: String, _ body: String, kind: NotificationKind, of context: IncomingRequest) {
        let variables = environment.variables(for: context)
        work.start { [notifier] in await notifier.show(title, body, kind: kind, environment: variables) }
    }
}

extension RequestProgress {
    /// The answer in the title of a notification.
    var answerName: String { "The answer of \(routeName ?? "a link")" }
}

extension OutcomeError {
    /// The error for the user, with what was expected: of a value that breaks its rule the rule alone, as in
    /// `times = 12: at most 9`.
    fileprivate var sentence: String {
        guard let detail else { return message }
        if let equals = detail.firstRange(of: " = ") {
            let name = String(detail[..<equals.lowerBound])
            if message == QueryCodingError(.incorrectType, path: name).description { return detail }
        }
        return "\(message.last == "." ? String(message.dropLast()) : message): \(detail)"
    }
}
