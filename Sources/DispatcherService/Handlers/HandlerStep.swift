import DispatcherCommands
import DispatcherRequests
import XCallbackURL

/// What a handler makes of a request.
enum HandlerStep: Sendable {
    case outcome(Outcome)
    /// A success: the opener of the route's URL has started.
    case opened(OpenerEnd)
    /// The request goes on as another URL of ours.
    case redirect(String)
    /// A URL of ours is dispatched as a separate request, whose outcome is the outcome.
    case dispatch(Submission)
}
