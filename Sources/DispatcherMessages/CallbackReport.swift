package import QueryCoding
package import XCallbackURL

/// A request's callback, and what became of it.
package struct CallbackReport: Sendable, Hashable {
    package var url: String
    package var state: CallbackState
    /// Why it failed or was refused.
    package var reason: String?

    package init(url: String, state: CallbackState = .unclaimed, reason: String? = nil) {
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
