package import QueryCoding

/// The reply to `routes`: `{"routes":[…]}`.
package struct RouteListingReply: Sendable, Hashable {
    package enum Name: String, Sendable {
        case routes
    }

    package var routes: [ListedRoute]

    package init(routes: [ListedRoute]) { self.routes = routes }

    package init(_ value: QueryValue) throws(ReplyError) {
        routes = try ReplyMembers(value, named: Name.self).list(.routes, of: ListedRoute.init)
    }

    package var value: QueryValue { .reply([(Name.routes, .array(routes.map(\.value)))]) }
}
