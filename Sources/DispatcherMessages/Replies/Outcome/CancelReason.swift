/// Why a request was cancelled, unless its command, worker or app did it.
package enum CancelReason: String, Sendable, Hashable {
    /// The user answered the question with no.
    case notAllowed = "not allowed"
    /// A client cancelled it, as `xcallback cancel` does.
    case requested = "on request"
}
