/// The reply to `routes`: `{"routes":[…],"cursor":3}`.
package struct RouteListingReply: Reply, Codable {
    package var routes: [ListedRoute]
    /// The number of the table, by which to wait for the next table.
    package var cursor: Int64?

    package init(routes: [ListedRoute], cursor: Int64? = nil) {
        self.routes = routes
        self.cursor = cursor
    }
}
