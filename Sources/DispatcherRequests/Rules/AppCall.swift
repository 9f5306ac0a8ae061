import DispatcherConfiguration
import DispatcherMessages
import QueryCoding
package import XCallbackURL

/// A call that another app answers.
package struct AppCall: Sendable {
    package let parsed: ParsedRequest
    /// The URL as the app gets it, without the callbacks.
    package let target: CallbackURL
    private let purpose: OutgoingGate.Purpose

    /// Checks a call of an app. Throws 400 and 403 for its callbacks, 403 for a URL that is never opened, and 508 for one
    /// that follows from too many others.
    package init(_ parsed: ParsedRequest) throws(OutcomeError) {
        let received = parsed.received
        try received.callbacks.check { received.verdict($0, as: .callback, own: []) }
        purpose = received.submission.isOwnCall ? .call : .commandCall
        do throws(XCallbackURLError) {
            target = try purpose.url(received.textWithoutCallbacks)
        } catch {
            throw OutcomeError(error.code, error.description)
        }
        self.parsed = parsed
        // What the app does with the URL follows from this request. With its callbacks it is judged once more.
        _ = try received.following(target.text, own: [], hiding: Secrets())
        _ = try received.authorize(target.text, as: purpose, own: [], hiding: Secrets())
    }

    /// The URL that is opened: with callbacks to ourselves, and our name as its source unless it has one.
    package func url(answering callbacks: [CallbackKind: String]) throws(OutcomeError) -> OutgoingURL {
        let source = parsed.url.source == nil ? [QueryParameter("x-source", BuiltInRoute.scheme.text)] : []
        let answers = CallbackKind.allCases.compactMap { kind in
            callbacks[kind].map { QueryParameter(kind.parameterName, $0) }
        }
        let text = target.appending(QueryParameters(source + answers))
        guard case .open(let url) = try parsed.received.authorize(text, as: purpose, own: [], hiding: Secrets())
        else {
            throw OutcomeError(.refused, "a call of our own route is not opened")
        }
        return url
    }

    /// The outcome of a call whose app opened one of its callbacks in a form that cannot be read: the app has answered, and
    /// answers once.
    /// - Parameter reason: Why it cannot be read.
    package func outcome(ofMalformed answer: AppAnswer, _ reason: OutcomeError) -> Outcome {
        let names = RequestProgress.parsed(parsed).secrets.names
        let why =
            reason.code == StandardCode.noRoute.rawValue ? "it is not the callback that the app got" : reason.message
        let shown = Printable.shown(answer.shown(hiding: names), limit: 500)
        return .error(OutcomeError(.workerGone, "the app's answer is malformed: \(why): \(shown)"))
    }

    /// Whether `+` in the answer is a space: as the caller wants, else as the settings have it for the app.
    package var readsPlusAsSpace: Bool {
        if case .call(_, let asked?, _) = parsed.received.submission.kind { return asked }
        return parsed.received.table.settings.app(of: target.scheme)?.plusAsSpace ?? false
    }
}
