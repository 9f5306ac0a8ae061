import DispatcherConfiguration
import DispatcherMessages
import QueryCoding
import RequestRecord
import URLSchemeRouter
package import XCallbackURL

/// The question that the user is asked before a request of the desktop or agent socket runs.
package struct Question: Sendable, Hashable {
    /// The name of the request's route.
    package let route: String
    /// The lines that a dialog shows. No value of the request can begin a line.
    package let text: String
    /// The schemes of the callbacks that would be opened in other apps.
    package let apps: Set<Scheme>
    /// The requests that an answer of "always" allows; nil if such an answer allows this request alone.
    package let grant: Grant?
    /// Why an answer of "always" is not remembered; nil if the answer is remembered.
    let obstacle: String?
    /// The route or the callback that must be confirmed.
    private let subject: String
    /// The hint at the key that lets the request run without a question; nil for an agent, which learns only the answer.
    private let remedy: String?

    /// The question that a request raises; nil if it raises no question.
    /// - Parameters:
    ///   - input: The decoded input.
    ///   - hasToken: Whether the request has the route's token, which answers for the route, but not for a callback.
    init?(_ matched: MatchedRequest, input: Confidential<QueryValue>, hasToken: Bool) {
        let entry = matched.match.entry
        route = entry.name
        let isAgent = matched.submission.door == .agent
        // The request continues as another URL, about which the user is asked. The other route may let agents run it
        // unasked.
        if case .redirect? = matched.route.definition?.value.action, !isAgent || matched.route.agent != .ask {
            return nil
        }
        switch (matched.route.desktop, matched.route.agent) {
        // No token answers for an agent: it would be in the text in front of the model.
        case (_, .ask) where isAgent:
            subject = "route '\(route)'"
            remedy = nil
        case (.ask, _) where !isAgent && !hasToken, (.askAlways, _) where !isAgent && !hasToken:
            subject = "route '\(route)'"
            remedy = "set 'desktop: allow' at \(entry.declaration) to run it without a question"
        default:
            let callback = CallbackKind.allCases.lazy.compactMap { kind in matched.callbacks[kind].map { (kind, $0) } }
                .first { matched.verdict($0.1, as: .callback) == .ask }
            guard let (kind, url) = callback else { return nil }
            subject = "\(kind.parameterName) to \(url.scheme):"
            remedy =
                isAgent
                ? nil
                : "add the scheme to 'allow' of 'callbacks' in config.yaml to open it without a question; callbacks of scripts may then open the listed schemes alone"
        }
        grant = Grant(matched)
        obstacle = Grant.obstacle(to: matched)
        text = QuestionText(matched, input: input, obstacle: obstacle).lines.joined(separator: "\n")
        apps = Set(
            CallbackKind.allCases.compactMap { matched.callbacks[$0] }.filter {
                $0.host == nil && !matched.received.keeps($0)
            }.map(\.scheme))
    }

    /// Returns the lines for a desktop on which some ``apps``, or all of them, would not get the answer.
    /// - Parameter reasons: Why these apps would not get the answer.
    package func text(losing reasons: Set<String>) -> String {
        ([text] + reasons.sorted().map { "the answer will be lost: \($0)" }).joined(separator: "\n")
    }

    /// The error of a request that the user did not confirm.
    /// - Parameter cure: A hint at how the user could be asked, if known, which precedes the hint at the key.
    package func refusal(_ reason: String, cure: String? = nil) -> OutcomeError {
        guard let remedy else { return OutcomeError(.refused, "\(reason); nothing was run") }
        let cures = [cure, remedy].compactMap(\.self).joined(separator: "; ")
        return OutcomeError(.refused, "\(subject) must be confirmed, and \(reason); \(cures)")
    }
}
