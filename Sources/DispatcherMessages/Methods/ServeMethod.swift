/// `serve`: a worker declares the routes that it serves from now on. The daemon sends the reply before it sends the
/// worker a request.
package enum ServeMethod: Method {
    package struct Parameters: MethodParameters {
        /// The declarations, each a ``RouteDeclaration``, decoded one by one because some of them may be wrong.
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
    /// The patterns; nil for a route that serves the routes of files that name it.
    package var path: WordOrList<String>?
    /// The schemes of the route; nil for the first part of the name.
    package var schemes: [String]?
    package var input: JSONObject?
    package var summary: String?
    /// The maximum number of requests that the worker handles at once, from 1 to 100000; nil for no limit.
    package var concurrency: Int?
    /// Whether other workers may serve the route too; nil for no.
    package var isShared: Bool?

    package init() {}
}
