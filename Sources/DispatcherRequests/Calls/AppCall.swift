import DispatcherConfiguration
import DispatcherMessages
import QueryCoding
package import XCallbackURL

/// A call that another app answers.
package struct AppCall: Sendable {
    package let progress: RequestProgress
    /// The URL for the app, without the callbacks.
    package let target: CallbackURL
    private let purpose: OutgoingGate.Purpose

    /// Checks a call of an app. Throws 400 and 403 for its callbacks, 403 for a URL that is never opened, and 508 for a
    /// call that is nested too deeply.
    package init(_ received: ReceivedRequest, _ url: XCallbackURL) throws(OutcomeError) {
        let progress = RequestProgress.parsed(received, url)
        try received.callbacks.check { progress.verdict($0, as: .callback) }
        purpose = received.submission.isOwnCall ? .call : .commandCall
        do throws(XCallbackURLError) {
            target = try purpose.url(received.textWithoutCallbacks)
        } catch {
            throw OutcomeError(error.code, error.description)
        }
        self.progress = progress
        // The app's use of the URL follows from this request. The gate checks the URL again with its callbacks.
        guard received.submission.depth < Submission.maximumDepth else { throw Submission.tooDeep }
        _ = try progress.authorize(target.text, as: purpose)
    }

    package var received: ReceivedRequest { progress.received }

    /// Returns the URL to open, with callbacks to the daemon. If the URL has no source, the daemon's name becomes its
    /// source.
    package func url(answering callbacks: [CallbackKind: String]) throws(OutcomeError) -> OutgoingURL {
        let source = progress.url?.source == nil ? [QueryParameter("x-source", BuiltInRoute.scheme.text)] : []
        let answers = CallbackKind.allCases.compactMap { kind in
            callbacks[kind].map { QueryParameter(kind.parameterName, $0) }
        }
        let text = target.appending(QueryParameters(source + answers))
        guard case .open(let opened) = try progress.authorize(text, as: purpose) else {
            throw OutcomeError(.refused, "a call cannot lead to a route of this daemon")
        }
        return opened
    }

    /// Returns the outcome of a call whose app opened one of its callbacks in a form that cannot be read. The call
    /// ends, because an app answers only once.
    /// - Parameter reason: The reason why the answer cannot be read.
    package func outcome(ofMalformed answer: AppAnswer, _ reason: OutcomeError) -> Outcome {
        let names = progress.secrets.names
        let why =
            reason.code == StandardCode.noRoute.rawValue
            ? "it is not a callback that the app was given" : reason.message
        let shown = Printable.shown(answer.shown(hiding: names), limit: 500)
        return .error(OutcomeError(.workerGone, "the app's answer is malformed: \(why): \(shown)"))
    }

    /// Whether `+` in the answer is a space, according to the caller or else to the settings for the app.
    package var readsPlusAsSpace: Bool {
        if case .call(_, let asked?, _) = received.submission.kind { return asked }
        return received.table.settings.app(of: target.scheme)?.plusAsSpace ?? false
    }
}
