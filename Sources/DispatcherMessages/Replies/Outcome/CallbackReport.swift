package import QueryCoding
package import XCallbackURL

/// A request's callback and its state: `{"url":…,"state":…,"reason":…}`.
package struct CallbackReport: Sendable, Hashable {
    package enum Name: String, Sendable {
        case url, state, reason
    }

    package var url: String
    package var state: CallbackState
    /// Why it failed or was refused.
    package var reason: String?

    package init(url: String, state: CallbackState = .unclaimed, reason: String? = nil) {
        self.url = url
        self.state = state
        self.reason = reason
    }

    package init(_ value: QueryValue) throws(ReplyError) {
        let members = try ReplyMembers(value, named: Name.self)
        url = try members.text(.url)
        state = try members.read(.state, CallbackState.reply)
        reason = try members.optionalText(.reason)
    }

    package var value: QueryValue {
        .reply([
            (Name.url, .string(url)), (Name.state, .string(state.rawValue)), (Name.reason, reason.map { .string($0) }),
        ])
    }
}
