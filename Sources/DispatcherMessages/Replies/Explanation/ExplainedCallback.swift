/// A callback in the reply to `explain`: `{"url":…,"verdict":"open","reason":…}`.
package struct ExplainedCallback: Codable, Sendable, Hashable {
    package var url: String
    /// What would be done with it.
    package var verdict: String
    /// Why no app would get it; nil if one would, or if nothing would be opened.
    package var reason: String?

    package init(url: String, verdict: String) {
        self.url = url
        self.verdict = verdict
    }
}
