import DispatcherConfiguration
package import QueryCoding
package import UnixSystem
import XCallbackURL

/// A request that may run, by its ``Permission`` alone. The handler of a route accepts no other request.
package struct ApprovedRequest: MatchedStep {
    package let matched: MatchedRequest
    /// The decoded input of a route from a file; an empty object for any other route.
    package let input: Confidential<QueryValue>
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
