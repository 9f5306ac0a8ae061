/// A request's callback and its state: `{"url":…,"state":…,"reason":…}`.
package struct CallbackReport: Codable, Sendable, Hashable {
    package var url: String
    package var state: CallbackState
    /// The reason of a failure or refusal.
    package var reason: String?

    package init(url: String, state: CallbackState = .unclaimed, reason: String? = nil) {
        self.url = url
        self.state = state
        self.reason = reason
    }

    /// A word for the reason why the callback may have reached no app; nil if the callback was opened, was dispatched
    /// or is on its way.
    package var loss: String? {
        switch state {
        case .unclaimed, .claimed, .dispatched: nil
        // The opener of the callback failed after its start.
        case .opened: reason.map { _ in CallbackState.failed.rawValue }
        case .failed, .refused, .expired, .uncertain: state.rawValue
        }
    }
}
