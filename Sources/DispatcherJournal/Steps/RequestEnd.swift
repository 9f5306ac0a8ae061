package import DispatcherMessages
package import XCallbackURL

/// The outcome of a request and the callback that reports it. They are one record, so that both are written or neither.
package struct RequestEnd: Sendable, Hashable {
    package var outcome: Outcome
    /// The callback for that outcome; nil if the caller gave none.
    package var callback: CallbackReport?
    /// The route, for a request that ended before its ``HandlerStart``.
    package var route: String?

    package init(_ outcome: Outcome, callback: CallbackReport? = nil, route: String? = nil) {
        self.outcome = outcome
        self.callback = callback
        self.route = route
    }
}
