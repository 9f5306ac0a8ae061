import DispatcherConfiguration
import DispatcherMessages
package import QueryCoding
import URLSchemeRouter
package import XCallbackURL

/// A request whose callbacks, token and input are checked, and whose permission is known.
@usableFromInline package struct PreparedRequest: MatchedStep {
    @usableFromInline package let matched: MatchedRequest
    /// The decoded input of a route from a file; an empty object for any other route.
    package let input: Confidential<QueryValue>
    package let permission: Permission

    /// Whether the request may run.
    package enum Permission: Sendable, Hashable {
        case granted
        /// The user has to be asked first.
        case ask(Question)
    }

    /// Checks everything that can be checked before anything runs. Throws 400 for a malformed callback or input, 401
    /// for a wrong or missing token, 403 for a callback that may not be opened or a route that the socket may not use,
    /// and 413 if the user would have to be asked about more than can be shown.
    /// - Parameter token: The text of the route's token file.
    package init(_ matched: MatchedRequest, token: TokenText) throws(OutcomeError) {
        try matched.callbacks.check { matched.verdict($0, as: .callback) }
        try matched.route.check(at: matched.submission.door)
        // No agent is offered a route with 'from-app'.
        if matched.submission.door != .agent { try matched.checkSender() }
        // A route that must ask needs the answer of a person, also with its token.
        let hasToken = try RouteToken.check(token, in: matched) && matched.route.definition?.value.isUnjudged != true
        let input = try matched.confidentialInput()
        let question =
            matched.submission.door.isTrusted ? nil : try Question(matched, input: input, hasToken: hasToken)
        self.matched = matched
        self.input = input
        permission = question.map { .ask($0) } ?? .granted
    }
}

extension MatchedRequest {
    /// Returns the decoded input. Only the input of a route from a file has members, which may be secret.
    fileprivate func confidentialInput() throws(OutcomeError) -> Confidential<QueryValue> {
        let input = try decodedInput()
        guard route.definition != nil else { return Confidential(input) }
        return Confidential(revealed: input, redacted: secrets.marked(input))
    }

    /// Throws 403 if the route names the apps that may ask for it, and the request is no click in one of them.
    fileprivate func checkSender() throws(OutcomeError) {
        guard let reason = submission.refusal(by: match.entry.route) else { return }
        throw OutcomeError(.refused, "route '\(route.name)' is \(reason)")
    }
}
