package import QueryCoding
package import XCallbackURL

/// The reply to `explain`: what a URL would do, and why.
package struct ExplanationReply: Sendable, Hashable {
    package enum Name: String, Sendable {
        case url, scheme, authority, path, query, route, parameters, input, callbacks, considered
        case nearMisses = "near-misses"
        case would, error
    }

    /// What would happen to the request.
    package enum Verdict: String, Sendable, Hashable {
        case run, ask, error
    }

    package var url: String
    package var scheme: String?
    package var authority: String?
    /// The decoded segments; nil if the URL cannot be read.
    package var path: [String]?
    /// The decoded parameters, printed as pairs of a name and a value, which is null for a bare name.
    package var query: [QueryParameter]?
    package var route: String?
    /// The parameters of the path, as text.
    package var parameters: QueryValue
    package var input: QueryValue?
    package var callbacks: [ExplainedCallback]
    package var considered: [ConsideredRoute]
    package var nearMisses: [String]
    package var would: Verdict
    /// The error that the request would end with.
    package var error: OutcomeError?

    package init(
        url: String, scheme: String?, authority: String?, path: [String]?, query: [QueryParameter]?, route: String?,
        parameters: QueryValue, input: QueryValue?, callbacks: [ExplainedCallback], considered: [ConsideredRoute],
        nearMisses: [String], would: Verdict, error: OutcomeError?
    ) {
        self.url = url
        self.scheme = scheme
        self.authority = authority
        self.path = path
        self.query = query
        self.route = route
        self.parameters = parameters
        self.input = input
        self.callbacks = callbacks
        self.considered = considered
        self.nearMisses = nearMisses
        self.would = would
        self.error = error
    }

    package init(_ value: QueryValue) throws(ReplyError) {
        let members = try ReplyMembers(value, named: Name.self)
        url = try members.text(.url)
        scheme = try members.optionalText(.scheme)
        authority = try members.optionalText(.authority)
        path = try members.readIfPresent(.path) { value throws(ReplyError) in
            try value.replyList(of: QueryValue.replyText)
        }
        query = try members.readIfPresent(.query) { value throws(ReplyError) in try value.replyList(of: Self.parameter)
        }
        route = members.any(.route) == .null ? nil : try members.text(.route)
        parameters = try members.read(.parameters) { value throws(ReplyError) in value }
        input = members.any(.input)
        callbacks = try members.read(.callbacks, ExplainedCallback.all)
        considered = try members.list(.considered, of: ConsideredRoute.init)
        nearMisses = try members.texts(.nearMisses)
        would = try members.read(.would, Verdict.reply)
        error = try members.readIfPresent(.error, OutcomeError.init)
    }

    package var value: QueryValue {
        .reply([
            (Name.url, .string(url)),
            (Name.scheme, scheme.map { .string($0) }),
            (Name.authority, authority.map { .string($0) }),
            (Name.path, path.map { .texts($0) }),
            (Name.query, query.map { .array($0.map(Self.pair)) }),
            (Name.route, route.map { .string($0) } ?? .null),
            (Name.parameters, parameters),
            (Name.input, input),
            (Name.callbacks, .object(callbacks.map(\.member))),
            (Name.considered, .array(considered.map(\.value))),
            (Name.nearMisses, .texts(nearMisses)),
            (Name.would, .string(would.rawValue)),
            (Name.error, error?.value),
        ])
    }

    private static func parameter(_ value: QueryValue) throws(ReplyError) -> QueryParameter {
        guard case .array(let pair) = value, pair.count == 2, let name = pair[0].string,
            pair[1] == .null || pair[1].string != nil
        else { throw ReplyError("must be a pair of a name and a value") }
        return QueryParameter(name, pair[1].string)
    }

    private static func pair(_ parameter: QueryParameter) -> QueryValue {
        [.string(parameter.name), parameter.value.map { .string($0) } ?? .null]
    }
}
