/// `status`: returns the daemon's own state.
package enum StatusMethod: Method {
    package typealias Result = StatusReply
    package static let name = "status"
}
