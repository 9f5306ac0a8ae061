/// `serve`: a worker declares the routes that it serves from now on. The reply is sent before the worker is asked for
/// anything.
package enum ServeMethod: Method {
    package struct Parameters: MethodParameters {
        /// Each a ``RouteDeclaration``, of which one may be wrong.
        package var routes: [JSONValue] = []

        package init() {}
    }

    package typealias Result = ServeReply
    package static let name = "serve"
}

/// A route that a worker declares.
package struct RouteDeclaration: MethodParameters {
    package enum CodingKeys: String, CodingKey {
        case name, path, schemes, input, summary, concurrency
        case isShared = "shared"
    }

    package var name = ""
    package var path = WordOrList<String>.list([])
    /// Nil for the first part of the name.
    package var schemes: [String]?
    package var input: JSONObject?
    package var summary: String?
    /// How many requests the worker takes at once, from 1 to 100000; nil for as many as come.
    package var concurrency: Int?
    /// Whether other workers may serve the route too; nil for no.
    package var isShared: Bool?

    package init() {}
}
