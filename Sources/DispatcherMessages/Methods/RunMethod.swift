package import RequestRecord

/// `run`: returns the outcome of a route with an input, as for the link of the route.
package enum RunMethod: Method {
    /// The program that runs a route for a model. It chose its name itself.
    package struct Client: Codable, Sendable {
        package var name: String
        package var version: String?

        package init(name: String, version: String? = nil) {
            self.name = name
            self.version = version
        }
    }

    package struct Parameters: MethodParameters {
        package enum CodingKeys: String, CodingKey {
            case route, input, id, environment, client
            case waits = "wait"
        }

        package var route = ""
        package var input: JSONObject?
        /// Whether the caller waits for the outcome; nil for yes.
        package var waits: Bool?
        /// The client's id, of 1 to 64 bytes.
        package var id: String?
        /// The variables of the caller's session.
        package var environment: [String: String]?

        /// The program that asks, on the agent socket.
        package var client: Client?

        package init() {}
    }

    package static let name = "run"
    package static let sockets: Set<Door> = [.control, .agent]
}
