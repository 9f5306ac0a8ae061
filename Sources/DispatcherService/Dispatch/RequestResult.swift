import DispatcherMessages
import DispatcherRequests
import URLSchemeRouter
import XCallbackURL

/// A request that has its outcome, and how far it came.
struct RequestResult: Sendable {
    let progress: RequestProgress
    let outcome: Outcome
    /// Whether a step threw, rather than that a handler or app answered.
    let isFailure: Bool
    /// Whether it ended because nobody could be asked.
    let isPromptFailure: Bool
    /// Why it was cancelled; nil for another outcome, and if what ran did it.
    let cancelReason: CancelReason?
    /// The error of the request that followed, with what its socket did not learn; nil if none followed.
    private(set) var followedError: OutcomeError?

    /// A request that was answered.
    /// - Parameter followed: The end of the request that answered it.
    init(
        _ progress: RequestProgress, _ outcome: Outcome, cancelReason: CancelReason? = nil,
        following followed: Conclusion? = nil
    ) {
        self.progress = progress
        self.outcome = outcome
        self.cancelReason = cancelReason
        isFailure = false
        isPromptFailure = followed?.isPromptFailure ?? false
        followedError = followed?.followedError ?? followed?.outcome.error
    }

    /// A request that ended where a step threw an error for the caller.
    init(_ progress: RequestProgress, failure: OutcomeError) {
        self.progress = progress
        outcome = .error(failure)
        isFailure = true
        isPromptFailure = false
        cancelReason = nil
    }

    /// A request that ended where a step threw.
    init(_ progress: RequestProgress, failure: any Error) {
        self.progress = progress
        isFailure = true
        cancelReason = failure is NotAllowed ? .notAllowed : nil
        // The most common first: each comparison of types takes as long as reading a short URL.
        if let error = failure as? OutcomeError {
            outcome = .error(error)
            isPromptFailure = false
        } else if let failure = failure as? PromptFailure {
            outcome = .error(failure.outcome)
            isPromptFailure = true
        } else {
            outcome =
                failure is CancelledByUser || failure is NotAllowed ? .cancel : .error(OutcomeError(reporting: failure))
            isPromptFailure = false
        }
    }
}
