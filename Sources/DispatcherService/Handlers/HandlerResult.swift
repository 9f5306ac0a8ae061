import DispatcherRequests
import XCallbackURL

/// The result of a handler.
enum HandlerResult: Sendable {
    case outcome(Outcome)
    /// The request continues as another URL of the daemon's own routes.
    case redirect(String)
    /// A URL of the daemon's own routes is a request of its own, whose outcome is the outcome.
    case forward(Submission)
}
