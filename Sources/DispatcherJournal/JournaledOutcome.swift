package import XCallbackURL

/// An outcome as it is recorded.
package enum JournaledOutcome: Sendable, Hashable {
    /// Success, with the output as JSON if there is one.
    case success(output: String?)
    case error(OutcomeError)
    case cancel

    package var kind: CallbackKind {
        switch self {
        case .success: .success
        case .error: .error
        case .cancel: .cancel
        }
    }
}
