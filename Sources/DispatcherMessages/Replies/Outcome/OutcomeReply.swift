package import QueryCoding
package import XCallbackURL

/// The reply to a URL: one line of JSON.
package struct OutcomeReply: Reply {
    package enum Name: String, CodingKey {
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

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Name.self)
        id = try members.decode(String.self, forKey: .id)
        url = try members.decode(String.self, forKey: .url)
        route = try members.decodeIfPresent(String.self, forKey: .route)
        outcome =
            switch try members.decode(CallbackKind.self, forKey: .outcome) {
            case .success: .success(try members.decodeIfPresent(JSONValue.self, forKey: .output)?.value ?? .object([]))
            case .error: .error(try members.decode(OutcomeError.self, forKey: .error))
            case .cancel: .cancel
            }
        callback = try members.decodeIfPresent(CallbackReport.self, forKey: .callback)
    }

    /// Written without an encoder, because every request has such a reply.
    package var value: QueryValue {
        .record([
            (Name.id, .string(id)), (Name.url, .string(url)), (Name.route, route.map { .string($0) }),
            (Name.outcome, .string(outcome.kind.rawValue)), (Name.output, outcome.shownOutput),
            (Name.error, outcome.error?.value), (Name.callback, callback?.value),
        ])
    }

    package var json: String { value.json }
}

extension OutcomeError: Reply {}

extension Outcome {
    /// The output of a success; nil if it is empty, which a reply leaves out.
    package var shownOutput: QueryValue? {
        guard case .success(let value) = self, value != .object([]) else { return nil }
        return value
    }

    package var error: OutcomeError? { if case .error(let error) = self { error } else { nil } }
}
