package import RequestRecord

/// `dispatch`: returns the outcome of a URL, from a route of the daemon.
package enum DispatchMethod: Method {
    package struct Parameters: MethodParameters {
        package enum CodingKeys: String, CodingKey {
            case url, id, environment
            case waits = "wait"
        }

        package var url = ""
        /// Whether the caller waits for the outcome; nil for yes.
        package var waits: Bool?
        /// The client's id, of 1 to 64 bytes.
        package var id: String?
        /// The variables of the caller's session.
        package var environment: [String: String]?

        package init() {}
    }

    package static let name = "dispatch"
    package static let sockets: Set<Door> = [.control, .desktop]
}
