package import DispatcherMessages
package import XCallbackURL

/// The outcome of a request and the callback that reports it: one record, so that neither is written without the other.
package struct RequestEnd: Sendable, Hashable {
    package var outcome: Outcome
    /// The callback for that outcome; nil if its caller gave none.
    package var callback: CallbackReport?
    /// The route, for a request that ended before its ``HandlerStart``.
    package var route: String?

    package init(_ outcome: Outcome, callback: CallbackReport? = nil, route: String? = nil) {
        self.outcome = outcome
        self.callback = callback
        self.route = route
    }
}
