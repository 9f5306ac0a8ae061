import DispatcherConfiguration
import DispatcherMessages
package import QueryCoding
import RequestRecord
import URLSchemeRouter
package import UnixSystem
package import XCallbackURL

/// A request that may run: at once, or after a yes to its question. The handler of a route accepts no other request.
package struct ApprovedRequest: MatchedStep {
    package let matched: MatchedRequest
    /// The decoded input of a route from a file; an empty object for any other route.
    package let input: Confidential<QueryValue>
    /// The question that the user answers with yes before the request runs; nil for a granted request.
    package let question: Question?

    /// Checks everything that can be checked before anything runs. Throws 400 for a malformed callback or input, 401
    /// for a wrong or missing token, and 403 for a callback that may not be opened or a route that the socket may not use.
    /// - Parameter token: The text of the route's token file.
    package init(checking matched: MatchedRequest, token: TokenText) throws(OutcomeError) {
        self.matched = matched
        try matched.callbacks.check { matched.verdict($0, as: .callback) }
        try matched.route.check(at: matched.submission.door)
        // No agent is offered a route with 'from-app'.
        if matched.submission.door != .agent, let reason = matched.submission.refusal(by: matched.match.entry.route) {
            throw OutcomeError(.refused, "route '\(matched.route.name)' is \(reason)")
        }
        // A route that must ask needs the answer of a person, also with its token.
        let hasToken = try matched.hasToken(token) && matched.route.definition?.value.isUnjudged != true
        let decoded = try matched.decodedInput()
        // Only the input of a route from a file has members, which may be secret.
        input = Confidential(
            revealed: decoded, redacted: matched.route.definition == nil ? decoded : matched.secrets.marked(decoded))
        question = matched.submission.door.isTrusted ? nil : Question(matched, input: input, hasToken: hasToken)
    }

    /// Whether it runs only after the user has agreed to it, and so to its callbacks.
    package var isConfirmed: Bool { question != nil }

    /// Returns the route of a request that has waited, as a newer table has it. Throws 404 if the newer table has no such
    /// route, and 403 if the route is now closed to the request's socket, or now needs a question that the user was not
    /// asked. A route that is in no file does not change.
    package func currentRoute(in table: DispatchTable) throws(OutcomeError) -> DispatchRoute {
        guard table !== received.table, route.feature != nil else { return route }
        guard let current = table.routes.entries(named: route.name).first?.payload else {
            throw OutcomeError(.noRoute, "route '\(route.name)' was removed while the request waited")
        }
        let door = submission.door
        try current.check(at: door)
        guard isConfirmed || !route.isUnasked(at: door) || current.isUnasked(at: door) else {
            throw OutcomeError(
                .refused, "route '\(route.name)' must be confirmed since its file was changed; send the request again")
        }
        return current
    }
}

extension DispatchRoute {
    /// Throws 403 if the route is closed to a socket.
    fileprivate func check(at door: Door) throws(OutcomeError) {
        if door == .desktop, desktop == .never {
            throw OutcomeError(.refused, "route '\(name)' is not open to the desktop", about: .route(name))
        }
        // The message does not name a route that no agent is offered.
        if door == .agent, agent == .never {
            throw OutcomeError(.refused, "the request leads to a route that is not offered to agents")
        }
    }

    /// Whether the route runs for a socket without a question about the route.
    fileprivate func isUnasked(at door: Door) -> Bool {
        switch door {
        case .control: true
        case .desktop: desktop == .allow
        case .agent: agent == .allow
        }
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
