package import DispatcherMessages

/// Why a call has no result.
package enum ClientError: Error, Sendable, Hashable {
    case connection(DaemonConnectionError)
    /// The daemon refused the connection, and runs nothing that was sent on it.
    case turnedAway(String)
    /// The daemon refused the call.
    case refused(code: Int, message: String, dataCode: Int?)
    /// The daemon's reply cannot be read.
    case unreadable(String)

    package var exitStatus: ExitStatus {
        switch self {
        case .connection(let error): error.exitStatus
        case .turnedAway: .unreachable
        case .refused(RPCError.Code.unknownMethod.rawValue, _, _): .notPermitted
        case .refused, .unreadable: .errorOutcome
        }
    }
}

extension ClientError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .connection(let error): error.description
        case .turnedAway(let reason): "refused: \(reason)"
        case .refused(_, let message, let dataCode): dataCode.map { "error \($0): \(message)" } ?? message
        case .unreadable(let problem): "cannot read the daemon's reply: \(problem)"
        }
    }
}
