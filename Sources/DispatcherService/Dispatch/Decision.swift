import DispatcherMessages
import DispatcherRequests

/// What became of a request without waiting.
enum Decision: Sendable {
    /// It has its outcome, and came that far.
    case ended(OutcomeReply, RequestProgress)
    /// It found no place, and nothing of it is written down.
    case refused(OutcomeReply)
    /// A task has to run it further.
    case waits(WaitingRequest)
}
