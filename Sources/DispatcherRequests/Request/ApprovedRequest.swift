package import QueryCoding

/// A request that may run. The handler of a route takes no other.
@usableFromInline package struct ApprovedRequest: MatchedStep {
    @usableFromInline package let matched: MatchedRequest
    package let input: Confidential<QueryValue>

    /// Approves a request that runs unasked; nil for one that the user has to be asked about.
    package init?(unasked prepared: borrowing PreparedRequest) {
        guard case .granted = prepared.permission else { return nil }
        matched = prepared.matched
        input = prepared.input
    }

    /// Approves a request that the user has agreed to, now or for good.
    package init(confirmed prepared: PreparedRequest) {
        matched = prepared.matched.confirmed
        input = prepared.input
    }
}
