package import RequestRecord

/// `routes`: returns the routes of the table, and the cursor to follow from.
package enum RoutesMethod: Method {
    package struct Parameters: MethodParameters {
        /// The position from which to wait for another table; nil to not wait.
        package var follow: FollowPosition?

        package init() {}
    }

    package typealias Result = RouteListingReply
    package static let name = "routes"
    package static let sockets: Set<Door> = [.control, .agent]
}
