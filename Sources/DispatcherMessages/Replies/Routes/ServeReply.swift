package import QueryCoding

/// The reply to `serve`: `{"routes":["weather.today"]}`.
package struct ServeReply: Sendable, Hashable {
    package enum Name: String, Sendable {
        case routes
    }

    /// The names of the routes that the worker serves from now on.
    package var routes: [String]

    package init(routes: [String]) { self.routes = routes }

    package init(_ value: QueryValue) throws(ReplyError) {
        routes = try ReplyMembers(value, named: Name.self).texts(.routes)
    }

    package var value: QueryValue { .reply([(Name.routes, .texts(routes))]) }
}
