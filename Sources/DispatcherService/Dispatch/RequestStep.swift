import DispatcherMessages
import DispatcherRequests

/// The next step of a request.
enum RequestStep: Sendable {
    /// The request reads its URL.
    case read(ReceivedRequest)
    /// The URL of the request was read before.
    case taken(RequestProgress)
    /// The request tries the best route after the routes that declined.
    case match(ParsedRequest, declined: Int)
    /// The request has its permission, and its handler starts.
    case start(ApprovedRequest)
    case stop(RequestStop)
}

/// The point at which a request ends, or cannot continue without waiting.
enum RequestStop: Sendable {
    case ended(RequestResult)
    /// The request needs the owners of the schemes that it may lead to.
    case owners(RequestProgress)
    /// The request needs the text of its token file.
    case token(MatchedRequest)
    /// The request was checked, and counted for its rate. The request needs the answer of a command, or of the user.
    case permission(PreparedRequest)
    /// The handler of the request waits.
    case handler(ApprovedRequest)
    /// The outcome of the request is the outcome of another request.
    case forwarded(MatchedRequest, Submission)
}

/// An accepted request that has to wait, and the state that it reached without waiting. A task continues from there.
struct WaitingRequest: Sendable {
    let admission: Admission
    let state: State

    enum State: Sendable {
        case step(RequestStep)
        /// The request has its outcome, which must be recorded before it is reported.
        case concluded(Conclusion)
    }

    /// A request without a state is at its beginning.
    init(_ admission: Admission, _ state: State? = nil) {
        self.admission = admission
        self.state = state ?? .step(.read(admission.received))
    }
}

/// The result of a request without waiting.
enum Decision: Sendable {
    /// The request has its outcome.
    case ended(OutcomeReply, Conclusion)
    /// The request was refused for the moment, before the journal accepted it. The client may use its id again.
    case refused(OutcomeReply)
    /// A task must continue the request.
    case waits(WaitingRequest)
}
