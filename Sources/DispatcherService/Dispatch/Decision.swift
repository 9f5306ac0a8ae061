import DispatcherMessages

/// What became of a request without waiting.
enum Decision: Sendable {
    case ended(OutcomeReply)
    /// A task has to run it further.
    case waits(WaitingRequest)
}
