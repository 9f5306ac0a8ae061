/// What the executables exit with.
package enum ExitStatus: Int32, Sendable, Hashable, CaseIterable {
    case success = 0
    /// An error outcome, whatever its code.
    case errorOutcome = 1
    case cancelled = 2
    /// The command line is wrong (sysexits.h EX_USAGE).
    case usage = 64
    /// The daemon is not reachable (EX_UNAVAILABLE).
    case unreachable = 69
    /// The connection was lost after sending (EX_TEMPFAIL).
    case connectionLost = 75
    /// The socket or the method is not permitted to us (EX_NOPERM).
    case notPermitted = 77
    /// The configuration is wrong (EX_CONFIG).
    case configuration = 78
    /// Our own --timeout ran out, as timeout(1) has it.
    case timedOut = 124
}
