package import RequestRecord

/// `cancel`: ends a request that waits or runs. The daemon kills the request's command and informs its worker.
///
/// The outcome of the request is a cancel, unless the request got another outcome at the same time. Throws 404 for an
/// unknown id, and 409 for a request that has ended. On the agent socket an id counts only on its own connection.
package enum CancelMethod: Method {
    package typealias Parameters = IDParameters
    package static let name = "cancel"
    package static let sockets: Set<Door> = [.control, .agent]
}
