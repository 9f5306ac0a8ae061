/// `routes`: lists the routes.
package enum RoutesMethod: Method {
    package typealias Result = RouteListingReply
    package static let name = "routes"
}
