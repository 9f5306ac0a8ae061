import DispatcherRequests

/// A permanent grant, as the file of grants stores it.
struct StoredGrant: Codable, Sendable, Hashable {
    let id: String
    private let route: String
    private let declaration: String
    private let parameters: [String]
    private let callbacks: [String]
    /// The time at which the user gave the grant, as ISO 8601.
    let since: String

    init(id: String, grant: Grant, since: String) {
        self.id = id
        route = grant.route
        declaration = grant.declaration
        parameters = grant.parameters
        callbacks = grant.callbacks
        self.since = since
    }

    var grant: Grant { Grant(route: route, declaration: declaration, parameters: parameters, callbacks: callbacks) }
}
