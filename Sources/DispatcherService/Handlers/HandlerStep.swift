import DispatcherRequests
import XCallbackURL

/// What a handler makes of a request.
enum HandlerStep: Sendable {
    case outcome(Outcome)
    /// The request goes on as another URL of ours.
    case redirect(String)
    /// A URL of ours is dispatched as a separate request, whose outcome is the outcome.
    case dispatch(Submission)
}
