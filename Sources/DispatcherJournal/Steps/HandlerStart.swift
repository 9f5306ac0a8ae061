package import QueryCoding

/// The start of a request's handler.
package struct HandlerStart: Sendable, Hashable {
    /// The route; nil for a call of another app.
    package var route: String?
    /// The decoded input, if it should be kept.
    package var input: QueryValue?
    /// The command's arguments, if the route runs a command and they should be kept.
    package var arguments: [String]?

    package init(route: String?, input: QueryValue? = nil, arguments: [String]? = nil) {
        self.route = route
        self.input = input
        self.arguments = arguments
    }
}
