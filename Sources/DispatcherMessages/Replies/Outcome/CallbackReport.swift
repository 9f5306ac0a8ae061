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

    /// In a word, why it may have reached nobody; nil if it was opened, was dispatched or is on its way.
    package var loss: String? {
        switch state {
        case .unclaimed, .claimed, .dispatched: nil
        // Its opener failed after it had started.
        case .opened: reason.map { _ in CallbackState.failed.rawValue }
        case .failed, .refused, .expired, .uncertain: state.rawValue
        }
    }
}
