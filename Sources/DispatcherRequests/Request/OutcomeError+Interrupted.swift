package import XCallbackURL

extension OutcomeError {
    /// The outcome of a request that the end of the daemon cuts short.
    package static let interrupted = OutcomeError(.draining, "interrupted: the daemon is stopping")
}
