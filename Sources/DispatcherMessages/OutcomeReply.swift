package import QueryCoding
package import XCallbackURL

/// What became of a request's callback.
package struct CallbackReport: Sendable, Hashable {
    package enum State: String, Sendable, Hashable {
        /// The opener was started.
        case opened
        /// It is one of our own routes, and runs in the process.
        case dispatched
        /// The opener could not be started, or nobody would get the URL.
        case failed
        /// It may not be opened.
        case refused
    }

    package var url: String
    package var state: State
    package var reason: String?

    package init(url: String, state: State, reason: String? = nil) {
        self.url = url
        self.state = state
        self.reason = reason
    }

    package var value: QueryValue {
        .record([
            ("url", .string(url)), ("state", .string(state.rawValue)), ("reason", reason.map { .string($0) }),
        ])
    }
}

/// The answer to a URL: one line of JSON.
package struct OutcomeReply: Sendable, Hashable {
    package var id: String
    package var url: String
    package var route: String?
    package var outcome: Outcome
    package var callback: CallbackReport?

    package init(id: String, url: String, route: String? = nil, outcome: Outcome, callback: CallbackReport? = nil) {
        self.id = id
        self.url = url
        self.route = route
        self.outcome = outcome
        self.callback = callback
    }

    package var value: QueryValue {
        var output: QueryValue?
        var error: QueryValue?
        switch outcome {
        case .success(.object([])), .cancel: break
        case .success(let value): output = value
        case .error(let fault): error = fault.value
        }
        return .record([
            ("id", .string(id)), ("url", .string(url)), ("route", route.map { .string($0) }),
            ("outcome", .string(outcome.kind.rawValue)), ("output", output), ("error", error),
            ("callback", callback?.value),
        ])
    }

    package var json: String { value.json }
}

extension OutcomeError {
    /// `{"code":…,"message":…,"detail":…}`
    package var value: QueryValue {
        .record([
            ("code", .integer(code)), ("message", .string(message)), ("detail", detail.map { .string($0) }),
        ])
    }
}
