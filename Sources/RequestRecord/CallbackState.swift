/// The state of a request's callback, from the outcome on.
package enum CallbackState: String, Codable, Sendable, Hashable, CaseIterable {
    /// The callback is due, and no process has claimed it yet.
    case unclaimed
    /// A process has claimed the callback, and may have started an opener. No other process may start an opener.
    case claimed
    /// The opener has started.
    case opened
    /// The callback is a route of the same process, and runs there.
    case dispatched
    /// The opener could not be started, or no app would get the URL.
    case failed
    /// The callback may not be opened.
    case refused
    /// No daemon was running in time to open the callback.
    case expired
    /// The daemon was killed after it claimed the callback and before it recorded the result.
    case uncertain

    /// Whether the state is the last.
    package var isFinal: Bool { self != .unclaimed && self != .claimed }

    /// Whether only a claimed callback can reach this state.
    package var needsClaim: Bool { self == .opened || self == .dispatched || self == .uncertain }
}
