/// `cancel`: ends a request that waits or runs. The daemon kills its command and informs its worker.
///
/// The outcome of the request is a cancel, unless it had another one at the same time. 404 for an unknown id, and 409 for a
/// request that has ended.
package enum CancelMethod: Method {
    package struct Parameters: MethodParameters {
        package var id = ""

        package init() {}
    }

    package typealias Result = OutcomeReply
    package static let name = "cancel"
}
