/// The reply to `pause` and `resume`, and a pause in `status`: `{"until":"2027-01-31T09:30:00.000Z"}`; without `until` for
/// a pause without an end.
package struct PauseReply: Reply, Codable {
    /// The end of the pause, as ISO 8601; nil if only the user ends the pause, or if the pause has ended.
    package var until: String?
    /// The number of requests that waited and that the pause ended; nil in other replies.
    package var stopped: Int?
    /// The reason why the daemon will forget the change when it ends.
    package var warning: String?

    package init(until: String? = nil, stopped: Int? = nil, warning: String? = nil) {
        self.until = until
        self.stopped = stopped
        self.warning = warning
    }
}
