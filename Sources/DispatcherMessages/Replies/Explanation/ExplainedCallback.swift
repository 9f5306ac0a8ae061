/// A callback in the reply to `explain`: `{"url":…,"verdict":"open"}`.
package struct ExplainedCallback: Codable, Sendable, Hashable {
    package var url: String
    /// What would be done with it.
    package var verdict: String

    package init(url: String, verdict: String) {
        self.url = url
        self.verdict = verdict
    }
}
