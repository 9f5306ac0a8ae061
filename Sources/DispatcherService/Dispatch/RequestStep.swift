import DispatcherRequests

/// What a request does next.
enum RequestStep: Sendable {
    /// It reads its URL.
    case read(IncomingRequest)
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
    case ended(EndedRequest)
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
