/// The reply to `grants`: `{"grants":[{"id":…,"route":"notes.create",…}]}`.
package struct GrantsReply: Reply, Codable {
    /// A permanent permission of the user for requests.
    package struct Grant: Codable, Sendable, Hashable {
        package var id: String
        package var route: String
        /// The names of the parameters that such a request has.
        package var parameters: [String]
        /// The destinations of the request's callbacks: schemes (`app:`) and hosts (`https://example.org`).
        package var callbacks: [String]
        /// The time of the permission, as ISO 8601.
        package var since: String

        package init(id: String, route: String, parameters: [String], callbacks: [String], since: String) {
            self.id = id
            self.route = route
            self.parameters = parameters
            self.callbacks = callbacks
            self.since = since
        }
    }

    /// The grants, oldest first.
    package var grants: [Grant]
    /// The reason why the file of grants is not used; nil if the file is used.
    package var warning: String?

    package init(grants: [Grant], warning: String? = nil) {
        self.grants = grants
        self.warning = warning
    }
}
