/// The life of a request, by its states in their order. The places in memory, the journal and the recovery change a
/// life only by ``apply(_:)``, which alone decides which step may follow.
///
/// A request may leave out states: one that is answered at once concludes from `accepted`. Memory knows when a request
/// waits for its turn, and the journal knows the question to which the user agreed.
package enum Life: Sendable, Hashable {
    /// The request has its place.
    case accepted
    /// The user was asked this question, and agreed.
    case asked(String)
    /// The request waits for its turn.
    /// - Parameter after: The route whose handler declined; nil if no handler has started.
    case waiting(after: String?)
    /// The handler of a route has started.
    case running(String)
    /// Another app was called.
    case calling
    /// The request has its outcome, and a callback that is due.
    case concluded
    /// A process has claimed the callback, and may have started an opener. No other process may start an opener.
    case claimed
    /// The request is over, with the last state of its callback; nil without a callback.
    case settled(CallbackState?)

    /// What happens to a request after its acceptance.
    package enum Step: Sendable, Hashable {
        case ask(String)
        case wait
        case run(String)
        case call
        /// The request gets its outcome.
        /// - Parameter callback: The state of the callback; nil without a callback.
        case conclude(callback: CallbackState?)
        case claim
        case settle(CallbackState)
    }

    /// Takes a step.
    /// - Returns: Whether the step may follow; if not, the life stays as it is.
    package mutating func apply(_ step: Step) -> Bool {
        guard let next = after(step) else { return false }
        self = next
        return true
    }

    /// Returns the life after a step; nil if the step must not follow.
    private func after(_ step: Step) -> Life? {
        switch (self, step) {
        // A question counts until the handler starts: after that, the request does not run again.
        case (.accepted, .ask(let question)), (.asked, .ask(let question)): .asked(question)
        case (.waiting, .ask), (.running, .ask), (.calling, .ask): self
        case (.accepted, .wait), (.asked, .wait): .waiting(after: nil)
        // The handler of another route runs after a handler that declined. No handler runs twice.
        case (.running(let declined), .wait): .waiting(after: declined)
        case (.accepted, .run(let route)), (.asked, .run(let route)): .running(route)
        case (.waiting(let declined), .run(let route)), (.running(let declined as String?), .run(let route)):
            declined == route ? nil : .running(route)
        case (.accepted, .call), (.asked, .call): .calling
        case (.accepted, .conclude(let callback)), (.asked, .conclude(let callback)),
            (.waiting, .conclude(let callback)), (.running, .conclude(let callback)),
            (.calling, .conclude(let callback)):
            Self.concluded(callback)
        case (.concluded, .claim): .claimed
        case (.concluded, .settle(let end)): end.isFinal && !end.needsClaim ? .settled(end) : nil
        case (.claimed, .settle(let end)): end.isFinal ? .settled(end) : nil
        default: nil
        }
    }

    /// The life of a request that gets its outcome. Nil for a callback that cannot have its state without a claim.
    private static func concluded(_ callback: CallbackState?) -> Life? {
        switch callback {
        case .unclaimed: .concluded
        case .claimed: nil
        case let end: end?.needsClaim ?? false ? nil : .settled(end)
        }
    }

    /// Whether the request has its outcome.
    package var hasOutcome: Bool {
        switch self {
        case .accepted, .asked, .waiting, .running, .calling: false
        case .concluded, .claimed, .settled: true
        }
    }

    /// The state of the callback; nil before the outcome, and without a callback.
    package var callback: CallbackState? {
        switch self {
        case .accepted, .asked, .waiting, .running, .calling: nil
        case .concluded: .unclaimed
        case .claimed: .claimed
        case .settled(let end): end
        }
    }
}
