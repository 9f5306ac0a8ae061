import DispatcherMessages
import DispatcherRequests

/// What became of a request without waiting.
enum Decision: Sendable {
    /// The request has its outcome.
    case ended(OutcomeReply, Conclusion)
    /// The request was refused for the moment, before the journal accepted it. Its client's id may be used again.
    case refused(OutcomeReply)
    /// A task has to run it further.
    case waits(WaitingRequest)
}
