/// `routes`: the table.
package enum RoutesMethod: Method {
    package typealias Result = RouteListingReply
    package static let name = "routes"
}
