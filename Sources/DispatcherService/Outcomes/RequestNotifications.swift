import DispatcherCommands
import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import Logging
import RequestRecord
import URLSchemeRouter
import UnixSystem
import XCallbackURL

/// Shows notifications after a click. The user is notified once of the failure of a request.
struct RequestNotifications: Sendable {
    let notifier: DesktopNotifier
    let environment: ChildEnvironment
    let recorder: RequestRecorder
    let work: BackgroundWork
    let logger: Logger

    /// Shows the error of a click that no callback reports, the loss of its answer, or its result if the route has
    /// `notify: true`.
    /// - Parameter parent: The request that waits for the outcome, and reports an error itself; nil if no request waits.
    func notify(of conclusion: Conclusion, _ callback: CallbackReport?, to parent: RequestID?) {
        let progress = conclusion.progress
        guard showsNotifications(of: progress.received) else { return }
        if case .error = conclusion.outcome {
            let isReported = callback?.state == .opened || callback?.state == .dispatched
            guard parent == nil, !isReported || conclusion.isPromptFailure, notifier.mayShow(.failedClick),
                progress.received.markNotified(), let (title, body) = conclusion.notice
            else { return }
            return show(title, body, kind: .failedClick, of: progress.received)
        }
        let result = notifier.mayShow(.result) ? conclusion.shownResult : nil
        // The user has just said no, and needs no notification about the x-cancel.
        if let callback, callback.loss != nil, conclusion.cancelReason != .notAllowed {
            notify(ofLossOf: callback, of: progress, result: result)
        } else if let result, let route = progress.route {
            show(route.summary ?? route.name, result, kind: .result, of: progress.received)
        }
    }

    /// Shows that the answer of a click did not reach its app, if the callback failed.
    /// - Parameter result: The lines of the answer, if the notification shows it.
    func notify(ofLossOf callback: CallbackReport, of progress: RequestProgress, result: [String]? = nil) {
        let kind = result == nil ? NotificationKind.lostAnswer : .result
        guard callback.loss != nil, showsNotifications(of: progress.received), notifier.mayShow(kind),
            progress.received.markNotified()
        else { return }
        let reason = Redaction(of: progress, next: callback.url).text(callback.reason ?? callback.state.rawValue)
        let verb = callback.state == .uncertain ? "may be" : "is"
        show(
            "The answer of \(progress.routeName ?? "a link") \(verb) lost", [reason] + (result ?? []), kind: kind,
            of: progress.received)
    }

    /// Notifies the user once of a mute.
    func notify(of mute: QuestionMutes.Mute, under settings: Settings) {
        guard settings.notifications else { return }
        let variables = environment.variables(under: settings)
        work.start {
            await notifier.show(
                "Fewer questions for five minutes", [mute.reason + mute.cure], kind: .mutedQuestions,
                environment: variables)
        }
    }

    private func showsNotifications(of received: ReceivedRequest) -> Bool {
        received.submission.door == .desktop && received.table.settings.notifications
    }

    private func show(_ title: String, _ body: [String], kind: NotificationKind, of received: ReceivedRequest) {
        let variables = environment.variables(for: received)
        work.start { await notifier.show(title, body, kind: kind, environment: variables) }
    }
}

extension Conclusion {
    /// The notification of an error: what happened, then the reason or what to do. Nil for another outcome.
    fileprivate var notice: (title: String, body: [String])? {
        guard let error = shownError else { return nil }
        // GNOME Shell shows the lines as one.
        let id = progress.received.id.description.suffix(RequestID.shownLength)
        let (sentence, history) = (error.sentence, "(xcallback history show \(id))")
        func capital(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
        guard let name = progress.routeName else {
            let parts = sentence.split(separator: "; ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return (capital(parts[0]), [parts.count > 1 ? parts[1] : history])
        }
        guard let summary, error.code != StandardCode.loop.rawValue else {
            // The text of a command or of another program.
            let text = Printable.shown(Self.shortened(sentence), limit: nil)
            return ("\(name) failed (\(error.code))", [text, history])
        }
        return (capital("\(summary): \(name)"), [sentence])
    }
}

/// Openers that fail soon after they have started, when the reply has already been sent.
extension RequestNotifications {
    /// Reports the failure of the opener of a callback or of an `open` route, once the opener has ended. A failure is added
    /// to the history of the callback.
    func watch(_ end: OpenerEnd, ofCallback isCallback: Bool, of progress: RequestProgress) {
        let received = progress.received
        work.start {
            guard let reason = await end.failure() else { return }
            if isCallback { await recorder.recordFailure(of: progress, reason) }
            logger.notice("an opener failed", metadata: ["id": "\(received.id)", "reason": "\(reason)"])
            guard showsNotifications(of: received), received.markNotified() else { return }
            let title = "The \(isCallback ? "answer" : "link") of \(progress.routeName ?? "a link") may be lost"
            // It is unknown whether the app has the URL.
            show(title, [reason], kind: .lostAnswer, of: received)
        }
    }
}
