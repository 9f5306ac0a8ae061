package import DispatcherMessages

/// Why a call has no result.
package enum ClientError: Error, Sendable, Hashable {
    case connection(DaemonConnectionError)
    /// The daemon refused the call.
    case refused(code: Int, message: String, dataCode: Int?)
    /// The daemon's answer is not JSON.
    case unintelligible(String)

    package var exitStatus: ExitStatus {
        switch self {
        case .connection(let error): error.exitStatus
        case .refused(RPCError.Code.unknownMethod.rawValue, _, _): .notPermitted
        case .refused, .unintelligible: .errorOutcome
        }
    }
}

extension ClientError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .connection(let error): error.description
        case .refused(_, let message, let dataCode): dataCode.map { "error \($0): \(message)" } ?? message
        case .unintelligible(let problem): "the daemon's answer cannot be read: \(problem)"
        }
    }
}
