import DispatcherMessages
import DispatcherRequests
import RequestRecord
import URLSchemeRouter
import XCallbackURL

/// A request that has its outcome, and the step that it reached.
struct RequestResult: Sendable {
    let progress: RequestProgress
    let outcome: Outcome
    /// True if a step failed; false if a handler or an app answered.
    let isFailure: Bool
    /// Whether the request ended because the user could not be asked.
    let isPromptFailure: Bool
    /// The reason for a cancel; nil for another outcome, and if the handler itself cancelled.
    let cancelReason: CancelReason?
    /// The whole error of the request that followed, including details that its socket did not get; nil if no request
    /// followed.
    private(set) var followedError: OutcomeError?

    /// A request that was answered.
    /// - Parameter followed: The end of the request that gave the answer.
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

    /// A request that ended because a step threw an error for the caller.
    init(_ progress: RequestProgress, failure: OutcomeError) {
        self.progress = progress
        outcome = .error(failure)
        isFailure = true
        isPromptFailure = false
        cancelReason = nil
    }

    /// A request that ended because a step threw.
    init(_ progress: RequestProgress, failure: any Error) {
        self.progress = progress
        isFailure = true
        cancelReason = failure is NotAllowed ? .notAllowed : nil
        // The most common type comes first: each comparison of types takes as long as reading a short URL.
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

/// A question got no answer. The user is notified of the reason, even if a callback reports it.
struct PromptFailure: Error {
    let outcome: OutcomeError
}

/// The user answered the question of a request with no: its outcome is a cancel.
struct NotAllowed: Error {}
