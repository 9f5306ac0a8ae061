package import XCallbackURL

/// A request's callback and its state: `{"url":…,"state":…,"reason":…}`.
package struct CallbackReport: Reply, Codable {
    package var url: String
    package var state: CallbackState
    /// Why it failed or was refused.
    package var reason: String?

    package init(url: String, state: CallbackState = .unclaimed, reason: String? = nil) {
        self.url = url
        self.state = state
        self.reason = reason
    }
}
