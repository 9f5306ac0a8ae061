import DispatcherConfiguration
import URLSchemeRouter
package import XCallbackURL

/// A URL that the gate has allowed. The opener accepts no other URLs.
package struct OutgoingURL: Sendable, Hashable {
    /// The URL as it was written, except that the scheme is in lower case and the values of a mail are percent-encoded.
    package let text: String
    package let scheme: Scheme

    fileprivate init(_ url: CallbackURL) {
        text = url.openedText
        scheme = url.scheme
    }
}

/// The destination of a URL that leaves a request.
package enum Destination: Sendable {
    /// Another app opens the URL.
    case open(OutgoingURL)
    /// Our own routes serve the URL, as a request that follows from this request.
    case dispatch(Submission)
}

extension MatchedRequest {
    /// Checks the final URL against the gate. Throws 403 if the gate refuses the URL, 400 if a value of an `open` may not
    /// be in a mail, 413 if the URL is too long for an opener, 508 if requests are nested too deeply.
    package func authorize(_ text: String, as purpose: OutgoingGate.Purpose) throws(OutcomeError) -> Destination {
        try RequestProgress.matched(self).authorize(text, as: purpose)
    }

    /// Returns the gate's verdict on a URL.
    package func verdict(_ url: CallbackURL, as purpose: OutgoingGate.Purpose) -> OutgoingGate.Verdict {
        RequestProgress.matched(self).verdict(url, as: purpose)
    }
}

extension RequestProgress {
    /// - Parameter isConfirmed: Whether the user agreed to the request, and so to its callbacks; nil if the request says
    ///   so itself.
    func authorize(
        _ text: String, as purpose: OutgoingGate.Purpose, isConfirmed: Bool? = nil
    ) throws(OutcomeError) -> Destination {
        let url: CallbackURL
        do {
            url = try purpose.url(text)
        } catch {
            throw OutcomeError(.failed, "the URL to open is not valid: \(error)")
        }
        switch verdict(url, as: purpose) {
        case .refuse(let reason): throw OutcomeError(.refused, reason)
        case .ask where !(isConfirmed ?? self.isConfirmed):
            throw OutcomeError(.refused, "the user was not asked whether \(url.scheme): may be opened")
        case .dispatch: return .dispatch(try following(url.text))
        case .ask, .open:
            if purpose == .open, let fault = url.fault { throw OutcomeError(.input, fault) }
            let outgoing = OutgoingURL(url)
            let (length, limit) = (outgoing.text.utf8.count, CallbackURL.maximumLength)
            guard length <= limit else {
                throw OutcomeError(.tooLarge, "the URL is \(length) bytes long; the limit is \(limit)")
            }
            return .open(outgoing)
        }
    }

    func verdict(_ url: CallbackURL, as purpose: OutgoingGate.Purpose) -> OutgoingGate.Verdict {
        let (table, submission) = (received.table, received.submission)
        let gate = OutgoingGate(
            lists: table.settings.callbacks, door: submission.door, inherited: submission.narrowing, own: narrowing)
        if purpose == .callback, table.routes.index.opaqueSchemes.contains(url.scheme) {
            return .refuse("no outcome can be added to a URL of \(url.scheme):, because its URLs are opaque here")
        }
        // The author of a redirect chose one of our routes, even if another app also has the scheme.
        let isOurs = purpose == .redirect ? table.routes.owns(url) : received.keeps(url)
        return gate.verdict(url, as: purpose, isOurs: isOurs)
    }

    /// Returns the request for a URL that follows from this request by a callback, an `open` to one of our schemes, or
    /// a `redirect`. The new request keeps the socket, all restrictions and all secrets, because it is no more trusted
    /// than this request. Throws 508 at the maximum depth.
    private func following(_ url: String) throws(OutcomeError) -> Submission {
        let submission = received.submission
        guard submission.depth < Submission.maximumDepth else { throw Submission.tooDeep }
        return Submission(
            url: Array(url.utf8), door: submission.door, environment: submission.environment,
            activation: submission.activation, peer: submission.peer, client: submission.client,
            depth: submission.depth + 1, narrowing: submission.narrowing.narrowed(by: narrowing), secrets: secrets)
    }
}
