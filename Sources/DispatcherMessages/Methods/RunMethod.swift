/// `run`: returns the outcome of a route with an input, as for the link of the route.
package enum RunMethod: Method {
    package struct Parameters: MethodParameters {
        package enum CodingKeys: String, CodingKey {
            case route, input, id, environment
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

        package init() {}
    }

    package typealias Result = OutcomeReply
    package static let name = "run"
}
