import DispatcherRequests
import URLSchemeRouter
import XCallbackURL

/// A request that has its outcome, and how far it came.
struct EndedRequest: Sendable {
    let progress: RequestProgress
    let outcome: Outcome
    /// Whether a step threw, rather than that a handler or app answered.
    let isFailure: Bool
    /// Whether it ended because nobody could be asked.
    let isPromptFailure: Bool

    /// A request that was answered.
    init(_ progress: RequestProgress, _ outcome: Outcome) {
        self.progress = progress
        self.outcome = outcome
        isFailure = false
        isPromptFailure = false
    }

    /// A request that ended where a step threw.
    init(_ progress: RequestProgress, failure: any Error) {
        self.progress = progress
        isFailure = true
        isPromptFailure = failure is PromptFailure
        switch failure {
        case let failure as PromptFailure: outcome = .error(failure.outcome)
        case let error as OutcomeError: outcome = .error(error)
        case is CancelledByUser: outcome = .cancel
        default: outcome = .error(OutcomeError(reporting: failure))
        }
    }
}
