import DispatcherMessages
import DispatcherRequests
import XCallbackURL

/// The end of a request: what is reported, and what is written down first.
struct Conclusion: Sendable {
    let progress: RequestProgress
    let outcome: Outcome
    let delivery: Delivery?
    /// Nil if nothing is written down.
    let rows: RequestRows?
    /// Whether the request was refused before anything of it was written down.
    let isRefusal: Bool
    /// Whether it was refused for the moment (429 or 503), and nothing of it was accepted or run: its client's id may be used
    /// again.
    let isUnaccepted: Bool
    /// Whether it ended because nobody could be asked.
    let isPromptFailure: Bool

    /// Why it was cancelled; nil for another outcome, and if what ran did it.
    let cancelReason: CancelReason?

    /// The error without secrets; nil for another outcome.
    var writtenError: OutcomeError? {
        guard case .error = outcome else { return nil }
        return Redaction(of: progress, next: delivery?.url).outcome(outcome).error
    }
}
