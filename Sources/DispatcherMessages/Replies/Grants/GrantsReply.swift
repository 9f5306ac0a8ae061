/// The reply to `grants`: `{"grants":[{"id":…,"route":"notes.create",…}]}`.
package struct GrantsReply: Reply, Codable {
    /// Requests that the user allowed for good.
    package struct Grant: Codable, Sendable, Hashable {
        package var id: String
        package var route: String
        /// The names of the parameters that such a request has.
        package var parameters: [String]
        /// Where its callbacks go: schemes (`app:`) and hosts (`https://example.org`).
        package var callbacks: [String]
        /// When the user allowed them, as ISO 8601.
        package var since: String

        package init(id: String, route: String, parameters: [String], callbacks: [String], since: String) {
            self.id = id
            self.route = route
            self.parameters = parameters
            self.callbacks = callbacks
            self.since = since
        }
    }

    /// Oldest first.
    package var grants: [Grant]
    /// Why the file of grants is not used; nil if it is.
    package var warning: String?

    package init(grants: [Grant], warning: String? = nil) {
        self.grants = grants
        self.warning = warning
    }
}
