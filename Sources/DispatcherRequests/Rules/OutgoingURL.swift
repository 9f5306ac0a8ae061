import DispatcherConfiguration
import URLSchemeRouter
package import XCallbackURL

/// A URL that the gate let out: the opener takes no other.
package struct OutgoingURL: Sendable, Hashable {
    package let text: String
    package let scheme: Scheme

    fileprivate init(_ url: CallbackURL) {
        text = url.text
        scheme = url.scheme
    }
}

/// How a URL leaves a request.
package enum Destination: Sendable {
    /// Another app opens it.
    case open(OutgoingURL)
    /// It is one of our own: a request that follows from this one.
    case dispatch(Submission)
}

extension MatchedRequest {
    /// Lets a URL out, as it will be opened, or throws why it may not leave: 403, 413 for one that no opener could be
    /// given, 508 for a request that would follow too deep.
    package func authorize(_ text: String, as purpose: OutgoingGate.Purpose) throws(OutcomeError) -> Destination {
        try received.authorize(text, as: purpose, own: route.callbacks, hiding: secrets, isConfirmed: isConfirmed)
    }

    /// The gate's verdict on a URL.
    package func verdict(_ url: CallbackURL, as purpose: OutgoingGate.Purpose) -> OutgoingGate.Verdict {
        received.verdict(url, as: purpose, own: route.callbacks)
    }
}

extension ReceivedRequest {
    /// - Parameters:
    ///   - own: What the request's route lets out.
    ///   - secrets: What the request keeps secret.
    ///   - isConfirmed: Whether the user agreed to the request, and so to its callbacks.
    func authorize(
        _ text: String, as purpose: OutgoingGate.Purpose, own: [CallbackLists], hiding secrets: Secrets,
        isConfirmed: Bool = false
    ) throws(OutcomeError) -> Destination {
        let url: CallbackURL
        do {
            url = try purpose.url(text)
        } catch {
            throw OutcomeError(.failed, "it is not a URL: \(error)")
        }
        switch verdict(url, as: purpose, own: own) {
        case .refuse(let reason): throw OutcomeError(.refused, reason)
        case .ask where !isConfirmed:
            throw OutcomeError(.refused, "the user was not asked whether \(url.scheme): may be opened")
        case .dispatch: return .dispatch(try following(url.text, own: own, hiding: secrets))
        case .ask, .open:
            guard url.text.utf8.count <= CallbackURL.maximumLength else {
                throw OutcomeError(
                    .tooLarge,
                    "the URL is \(url.text.utf8.count) bytes long, and \(CallbackURL.maximumLength) can be opened")
            }
            return .open(OutgoingURL(url))
        }
    }

    func verdict(
        _ url: CallbackURL, as purpose: OutgoingGate.Purpose, own: [CallbackLists]
    ) -> OutgoingGate.Verdict {
        let gate = OutgoingGate(
            lists: table.settings.callbacks, door: submission.door, inherited: submission.narrowing, own: own)
        // The author of a redirect chose a route of ours, even if another app has the scheme too.
        let isOurs = purpose == .redirect ? table.routes.owns(url) : keeps(url)
        return gate.verdict(url, as: purpose, isOurs: isOurs)
    }

    /// The URL that follows from this one, by a callback, an `open` to one of our own schemes or a `redirect`. It keeps
    /// the socket, all narrowing and all secrets: distrust does not wash off. Throws 508 at the greatest depth.
    func following(
        _ url: String, own: [CallbackLists], hiding secrets: Secrets
    ) throws(OutcomeError) -> Submission {
        guard submission.depth < Submission.maximumDepth else { throw Submission.tooDeep }
        return Submission(
            url: Array(url.utf8), door: submission.door, environment: submission.environment,
            activation: submission.activation, peer: submission.peer, depth: submission.depth + 1,
            narrowing: submission.narrowing.narrowed(by: own), secrets: secrets)
    }
}
