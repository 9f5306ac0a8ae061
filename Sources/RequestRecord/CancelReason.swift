/// The reason for a cancel that did not come from the command, worker or app.
package enum CancelReason: String, Sendable, Hashable {
    /// The user answered the question with no.
    case notAllowed = "not allowed"
    /// A client cancelled the request, as `xcallback cancel` does.
    case requested = "on request"
}
