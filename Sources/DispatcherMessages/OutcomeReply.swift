package import QueryCoding
package import XCallbackURL

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
