package import QueryCoding
package import XCallbackURL

/// A request that may run. The handler of a route takes no other.
package struct ApprovedRequest: MatchedStep {
    private let prepared: PreparedRequest

    /// Approves a request whose permission is granted. Throws 403 for one that the user would have to be asked about.
    package init(_ prepared: PreparedRequest) throws(OutcomeError) {
        if case .ask(let question) = prepared.permission { throw question.refusal }
        self.prepared = prepared
    }

    package var matched: MatchedRequest { prepared.matched }
    package var input: Confidential<QueryValue> { prepared.input }
}
