package import QueryCoding

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
        /// The daemon was away when it was to be opened. In history alone.
        case expired
        /// The daemon was killed while it was opened. In history alone.
        case uncertain
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
