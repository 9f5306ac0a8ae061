/// The reply to `serve`: `{"routes":["weather.today"]}`.
package struct ServeReply: Reply, Codable {
    /// The names of the routes that the worker serves from now on.
    package var routes: [String]

    package init(routes: [String]) { self.routes = routes }
}
