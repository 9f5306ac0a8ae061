/// The state of a request's callback, from the outcome on.
package enum CallbackState: String, Codable, Sendable, Hashable, CaseIterable {
    /// It is to be opened, and no process has claimed it yet.
    case unclaimed
    /// A process has claimed it, and may have started its opener. No other process may start one.
    case claimed
    /// Its opener has started.
    case opened
    /// It is one of our own routes, and runs in the process.
    case dispatched
    /// Its opener could not be started, or no app would get the URL.
    case failed
    /// It may not be opened.
    case refused
    /// No daemon was there to open it in time.
    case expired
    /// The daemon was killed between its claim and its result.
    case uncertain

    /// Whether no other state follows.
    package var isFinal: Bool { self != .unclaimed && self != .claimed }

    /// Whether only a claimed callback gets there.
    package var needsClaim: Bool { self == .opened || self == .dispatched || self == .uncertain }
}
