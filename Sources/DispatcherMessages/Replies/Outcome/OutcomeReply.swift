package import QueryCoding
package import XCallbackURL

/// The reply to a URL: one line of JSON.
package struct OutcomeReply: Sendable, Hashable {
    package enum Name: String, Sendable {
        case id, url, route, outcome, output, error, callback
    }

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

    package init(_ value: QueryValue) throws(ReplyError) {
        let members = try ReplyMembers(value, named: Name.self)
        id = try members.text(.id)
        url = try members.text(.url)
        route = try members.optionalText(.route)
        outcome =
            switch try members.read(.outcome, CallbackKind.reply) {
            case .success: .success(members.any(.output) ?? .object([]))
            case .error: .error(try members.read(.error, OutcomeError.init))
            case .cancel: .cancel
            }
        callback = try members.readIfPresent(.callback, CallbackReport.init)
    }

    package var value: QueryValue {
        .reply([
            (Name.id, .string(id)), (Name.url, .string(url)), (Name.route, route.map { .string($0) }),
            (Name.outcome, .string(outcome.kind.rawValue)), (Name.output, outcome.shownOutput),
            (Name.error, outcome.error?.value), (Name.callback, callback?.value),
        ])
    }

    package var json: String { value.json }
}

extension Outcome {
    /// The output of a success; nil if it is empty, which a reply leaves out.
    package var shownOutput: QueryValue? {
        guard case .success(let value) = self, value != .object([]) else { return nil }
        return value
    }

    package var error: OutcomeError? { if case .error(let error) = self { error } else { nil } }
}
