import DispatcherCommands
import DispatcherRequests
import XCallbackURL

/// The help that a handler gets for one request: it has to wait for its turn, and to write down that it starts.
protocol HandlerRun: Sendable {
    /// Waits until the route may run once more, runs the body, and makes room for the next request. Throws 503 if too many
    /// wait already, or when the task is cancelled.
    func withTurn<Value>(_ request: ApprovedRequest, _ body: () async throws -> Value) async throws -> Value

    /// Writes down that the handler of a request starts. Throws 503 if that fails: nothing may be started then.
    /// - Parameter arguments: The command's; nil for no command.
    func recordStart(of request: ApprovedRequest, arguments: Confidential<[String]>?) async throws(OutcomeError)

    /// Writes down that another app is called, and stops to count the request among those that take room: its answer comes
    /// as a separate request. Throws 503 if that fails.
    func recordStart(of call: AppCall) async throws(OutcomeError)
}

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
