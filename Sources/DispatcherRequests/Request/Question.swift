import DispatcherConfiguration
import URLSchemeRouter
package import XCallbackURL

/// What the user has to be asked before a request of the desktop socket runs.
package struct Question: Sendable, Hashable {
    package enum Subject: Sendable, Hashable {
        /// Whether the route may run.
        case route(declaration: String)
        /// Whether a callback may go to an app that only the caller names.
        case callback(CallbackKind, Scheme)
    }

    package let route: String
    package let subject: Subject

    /// The question that a request raises; nil if it raises none.
    /// - Parameter hasToken: Whether it brings the route's token, which answers for the route, but not for a callback.
    init?(_ matched: MatchedRequest, hasToken: Bool) {
        route = matched.match.entry.name
        switch matched.route.desktop {
        case .ask where !hasToken, .askAlways where !hasToken:
            subject = .route(declaration: matched.match.entry.declaration)
        case .ask, .askAlways, .allow, .never:
            let callback = CallbackKind.allCases.lazy.compactMap { kind in matched.callbacks[kind].map { (kind, $0) } }
                .first { matched.verdict($0.1, as: .callback) == .ask }
            guard let (kind, url) = callback else { return nil }
            subject = .callback(kind, url.scheme)
        }
    }

    /// The error of a request without a prompt to ask with.
    package var refusal: OutcomeError {
        switch subject {
        case .route(let declaration):
            OutcomeError(
                .refused,
                "route '\(route)' must be confirmed, and no prompt is available; "
                    + "'desktop: allow' at \(declaration) lets it run unasked")
        case .callback(let kind, let scheme):
            OutcomeError(
                .refused,
                "\(kind.parameterName) to \(scheme): must be confirmed, and no prompt is available; "
                    + "naming it in 'allow' of 'callbacks' in config.yaml lets it go unasked")
        }
    }
}
