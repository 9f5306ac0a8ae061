package import QueryCoding
import XCallbackURL

/// The exit statuses of the executables.
package enum ExitStatus: Int32, Sendable, Hashable, CaseIterable {
    case success = 0
    /// The outcome is an error, with any code.
    case errorOutcome = 1
    case cancelled = 2
    /// The command line is wrong (sysexits.h EX_USAGE).
    case usage = 64
    /// The daemon is not reachable (EX_UNAVAILABLE).
    case unreachable = 69
    /// The connection was lost after sending, or the daemon hangs (EX_TEMPFAIL).
    case connectionLost = 75
    /// The program may not use the socket or the method (EX_NOPERM).
    case notPermitted = 77
    /// The configuration is wrong (EX_CONFIG).
    case configuration = 78
    /// The program's own --timeout expired, as in timeout(1).
    case timedOut = 124

    /// The exit status for an outcome object.
    package init(of outcome: QueryValue) {
        self =
            switch outcome[OutcomeReply.Name.outcome.rawValue]?.string {
            case CallbackKind.success.rawValue: .success
            case CallbackKind.cancel.rawValue: .cancelled
            default:
                outcome[AcceptedReply.CodingKeys.state.rawValue]?.string == AcceptedReply.State.accepted.rawValue
                    ? .success : .errorOutcome
            }
    }
}
