/// `call`: returns the outcome of a URL, from a route of the daemon or from another app.
package enum CallMethod: Method {
    package struct Parameters: MethodParameters {
        package enum CodingKeys: String, CodingKey {
            case url, parameters, timeout, id, environment
            case readsPlusAsSpace = "plus-as-space"
            case secrets = "secret"
        }

        package var url = ""
        /// Parameters that are appended to the URL.
        package var parameters: JSONObject?
        /// The maximum wait for the app's answer; nil for 120 s.
        package var timeout: TimeText?
        /// Whether a `+` in the answer is a space; nil if the settings of the app decide.
        package var readsPlusAsSpace: Bool?
        /// The names of the parameters that are secret.
        package var secrets: [String]?
        /// The client's id, of 1 to 64 bytes.
        package var id: String?
        /// The variables of the caller's session.
        package var environment: [String: String]?

        package init() {}
    }

    package static let name = "call"
}
