import DispatcherMessages
import DispatcherRequests

/// What a request does next.
enum RequestStep: Sendable {
    /// It reads its URL.
    case read(ReceivedRequest)
    /// Its URL was read before.
    case taken(RequestProgress)
    /// It tries the best route after those that declined.
    case match(ParsedRequest, declined: Int)
    /// It has its permission, and its handler starts.
    case start(ApprovedRequest)
    case stop(RequestStop)
}

/// The place where a request ends, or cannot go on without waiting.
enum RequestStop: Sendable {
    case ended(RequestResult)
    /// It needs the owners of the schemes that it may lead to.
    case owners(RequestProgress)
    /// It needs the text of its token's file.
    case token(MatchedRequest)
    /// It was checked, and counted for its rate. It needs the answer of a command, or of the user.
    case permission(PreparedRequest)
    /// Its handler waits.
    case handler(ApprovedRequest)
    /// Its outcome is that of another request.
    case forwarded(MatchedRequest, Submission)
}

/// An accepted request that has to wait, and how far it came without. A task goes on from there.
struct WaitingRequest: Sendable {
    let admission: Admission
    let state: State

    enum State: Sendable {
        case step(RequestStep)
        /// It has its outcome, which has to be written down before it is reported.
        case concluded(Conclusion)
    }

    /// Nil for a request at its beginning.
    init(_ admission: Admission, _ state: State? = nil) {
        self.admission = admission
        self.state = state ?? .step(.read(admission.received))
    }
}

/// What became of a request without waiting.
enum Decision: Sendable {
    /// The request has its outcome.
    case ended(OutcomeReply, Conclusion)
    /// The request was refused for the moment, before the journal accepted it. Its client's id may be used again.
    case refused(OutcomeReply)
    /// A task has to run it further.
    case waits(WaitingRequest)
}
