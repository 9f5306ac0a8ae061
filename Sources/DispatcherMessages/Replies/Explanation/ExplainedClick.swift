package import XCallbackURL

/// The effect of a click on a URL, in the reply to `explain`: `{"would":"ask"}`.
package struct ExplainedClick: Codable, Sendable, Hashable {
    private enum CodingKeys: String, CodingKey {
        case would, error
        case isGranted = "granted"
        case obstacle = "asks-each-time"
    }

    package var would: ExplanationReply.Verdict
    /// The error with which the click would end.
    package var error: OutcomeError?
    /// True if the click runs because the user answered "always"; otherwise nil.
    package var isGranted: Bool?
    /// The reason why the user is asked each time, as in `because the route has a path as an input`; otherwise nil.
    package var obstacle: String?

    /// - Parameter reply: The explanation of the URL as a click.
    package init(_ reply: ExplanationReply) {
        would = reply.end.would
        error = reply.end.error
        isGranted = would == .run && reply.needsGrant ? true : nil
        obstacle = reply.end.obstacle
    }
}
