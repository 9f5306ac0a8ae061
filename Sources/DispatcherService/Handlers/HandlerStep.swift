import DispatcherCommands
import DispatcherRequests
import XCallbackURL

/// The result of a handler.
enum HandlerStep: Sendable {
    case outcome(Outcome)
    /// A success: the opener of the route's URL has started.
    case opened(OpenerEnd)
    /// The request continues as another URL of the daemon's own routes.
    case redirect(String)
    /// A URL of the daemon's own routes is dispatched as a separate request, whose outcome is the outcome.
    case dispatch(Submission)
}
