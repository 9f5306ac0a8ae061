package import XCallbackURL

/// What a click on a URL would do, in the reply to `explain`: `{"would":"ask"}`.
package struct ExplainedClick: Codable, Sendable, Hashable {
    private enum CodingKeys: String, CodingKey {
        case would, error
        case isGranted = "granted"
        case obstacle = "asks-each-time"
    }

    package var would: ExplanationReply.Verdict
    /// The error that the click would end with.
    package var error: OutcomeError?
    /// True if it runs because the user allowed it always; else nil.
    package var isGranted: Bool?
    /// Why the user is asked each time, as in `because it takes a path`; else nil.
    package var obstacle: String?

    /// - Parameter reply: The explanation of the URL as a click.
    package init(_ reply: ExplanationReply) {
        would = reply.end.would
        error = reply.end.error
        isGranted = would == .run && reply.needsGrant ? true : nil
        obstacle = reply.end.obstacle
    }
}
