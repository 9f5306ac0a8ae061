import DispatcherConfiguration
package import QueryCoding
package import UnixSystem
import XCallbackURL

/// A request that may run. The handler of a route accepts no other request.
@usableFromInline package struct ApprovedRequest: MatchedStep {
    @usableFromInline package let matched: MatchedRequest
    package let input: Confidential<QueryValue>

    /// Approves a request that runs without a question; nil if the user must be asked first.
    package init?(unasked prepared: borrowing PreparedRequest) {
        guard case .granted = prepared.permission else { return nil }
        matched = prepared.matched
        input = prepared.input
    }

    /// Approves a request that the user has agreed to, this time or permanently.
    package init(confirmed prepared: PreparedRequest) {
        matched = prepared.matched.confirmed
        input = prepared.input
    }
}

extension WorkerRequest {
    /// - Parameters:
    ///   - name: The name that the worker serves.
    ///   - begun: The time at which the worker gets the request.
    package init(
        _ request: ApprovedRequest, to name: String, input: QueryValue, timeout: Duration?, begun: Timestamp
    ) {
        self.init(
            id: request.id, route: name, input: input, url: request.received.text,
            source: request.url.source, door: request.submission.door, depth: request.submission.depth + 1,
            timeout: timeout ?? request.settings.limits.timeout, begun: begun)
    }
}
