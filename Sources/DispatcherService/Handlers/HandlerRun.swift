import DispatcherCommands
import DispatcherRequests
import XCallbackURL

/// The functions that a handler needs for one request: it has to wait for its turn, and to record its start.
protocol HandlerRun: Sendable {
    /// Waits until the route may run once more, runs the body, and makes room for the next request. Throws 503 if too
    /// many requests wait already, or when the task is cancelled.
    func withTurn<Value>(_ request: ApprovedRequest, _ body: () async throws -> Value) async throws -> Value

    /// Records that the handler of a request starts. Throws 503 if that fails: nothing may be started then.
    /// - Parameters:
    ///   - arguments: The arguments of the command; nil without a command.
    ///   - unit: The unit of the command; nil for a child of the daemon.
    func recordStart(
        of request: ApprovedRequest, arguments: Confidential<[String]>?, unit: String?
    ) async throws(OutcomeError)

    /// Records that another app is called. From then on the request takes no room, because its answer comes as a
    /// separate request. Throws 503 if that fails.
    func recordStart(of call: AppCall) async throws(OutcomeError)
}

extension HandlerRun {
    /// Records the start of a handler without a unit.
    func recordStart(of request: ApprovedRequest, arguments: Confidential<[String]>?) async throws(OutcomeError) {
        try await recordStart(of: request, arguments: arguments, unit: nil)
    }
}

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
