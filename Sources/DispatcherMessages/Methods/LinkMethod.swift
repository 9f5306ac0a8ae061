/// `link`: returns the URL that runs a route with an input.
package enum LinkMethod: Method {
    package struct Parameters: MethodParameters {
        private enum CodingKeys: String, CodingKey {
            case route, input, callbacks
            case isWeb = "web"
        }

        package var route = ""
        package var input: JSONObject?
        /// Whether to write an https: link.
        package var isWeb: Bool?
        /// The callbacks by their kinds, or by the names of their URL parameters.
        package var callbacks: [String: String]?

        package init() {}
    }

    package typealias Result = LinkReply
    package static let name = "link"
}

/// `token`: writes a new token to the file that a route names. The previous token is invalid from then on.
package enum TokenMethod: Method {
    package struct Parameters: MethodParameters {
        package var route = ""

        package init() {}
    }

    package typealias Result = TokenReply
    package static let name = "token"
}
