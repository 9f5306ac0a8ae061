/// A callback and what became of it.
package struct JournaledCallback: Sendable, Hashable {
    package var url: String
    package var state: State
    package var reason: String?

    package enum State: String, Sendable, Hashable, CaseIterable {
        /// It is to be opened.
        case unclaimed
        /// Its opener may have been started. Nobody else may start one.
        case claimed
        case opened
        case dispatched
        case failed
        case refused
        /// Nobody came to open it in time.
        case expired
        /// We were killed between its claim and its result.
        case uncertain

        /// Whether nothing can become of it any more.
        package var isFinal: Bool { self != .unclaimed && self != .claimed }

        /// Whether it takes a claim to get there.
        var needsClaim: Bool { self == .opened || self == .dispatched || self == .uncertain }
    }

    package init(url: String, state: State = .unclaimed, reason: String? = nil) {
        self.url = url
        self.state = state
        self.reason = reason
    }
}
