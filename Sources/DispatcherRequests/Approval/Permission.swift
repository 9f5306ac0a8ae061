import DispatcherConfiguration
import DispatcherMessages
import QueryCoding
import RequestRecord
import URLSchemeRouter
package import XCallbackURL

/// Whether a request may run.
package struct Permission: Sendable {
    /// The request in the form in which it runs: at once, or after a yes to the question.
    package let request: ApprovedRequest
    /// The question that the user has to be asked first; nil for a granted request.
    package let question: Question?

    /// Checks everything that can be checked before anything runs. Throws 400 for a malformed callback or input, 401
    /// for a wrong or missing token, and 403 for a callback that may not be opened or a route that the socket may not use.
    /// - Parameter token: The text of the route's token file.
    package init(for matched: MatchedRequest, token: TokenText) throws(OutcomeError) {
        try matched.callbacks.check { matched.verdict($0, as: .callback) }
        try matched.route.check(at: matched.submission.door)
        // No agent is offered a route with 'from-app'.
        if matched.submission.door != .agent, let reason = matched.submission.refusal(by: matched.match.entry.route) {
            throw OutcomeError(.refused, "route '\(matched.route.name)' is \(reason)")
        }
        // A route that must ask needs the answer of a person, also with its token.
        let hasToken = try RouteToken.check(token, in: matched) && matched.route.definition?.value.isUnjudged != true
        let decoded = try matched.decodedInput()
        // Only the input of a route from a file has members, which may be secret.
        let input = Confidential(
            revealed: decoded, redacted: matched.route.definition == nil ? decoded : matched.secrets.marked(decoded))
        question = matched.submission.door.isTrusted ? nil : Question(matched, input: input, hasToken: hasToken)
        request = ApprovedRequest(matched: question == nil ? matched : matched.confirmed, input: input)
    }
}
