/// A callback in the reply to `explain`: `{"url":…,"verdict":"open","reason":…}`.
package struct ExplainedCallback: Codable, Sendable, Hashable {
    package var url: String
    /// The daemon's decision about the callback.
    package var verdict: String
    /// The reason why no app would get the callback; nil if an app would get it, or if the daemon would not open it.
    package var reason: String?

    package init(url: String, verdict: String) {
        self.url = url
        self.verdict = verdict
    }
}
