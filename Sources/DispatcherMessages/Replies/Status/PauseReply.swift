/// The reply to `pause` and `resume`, and the pause in `status`: `{"until":"2027-01-31T09:30:00.000Z"}`, or `{}` for one
/// without an end.
package struct PauseReply: Reply, Codable {
    /// When the pause ends, as ISO 8601; nil if only the user ends it, or if it has ended.
    package var until: String?
    /// Why the daemon will forget this when it ends.
    package var warning: String?

    package init(until: String? = nil, warning: String? = nil) {
        self.until = until
        self.warning = warning
    }
}
