import DispatcherMessages

/// What became of a request without waiting.
enum Decision: Sendable {
    case ended(OutcomeReply)
    /// It found no place, and nothing of it is written down.
    case refused(OutcomeReply)
    /// A task has to run it further.
    case waits(WaitingRequest)
}
