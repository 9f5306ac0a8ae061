/// The reply to `routes`: `{"routes":[…]}`.
package struct RouteListingReply: Reply, Codable {
    package var routes: [ListedRoute]

    package init(routes: [ListedRoute]) { self.routes = routes }
}
