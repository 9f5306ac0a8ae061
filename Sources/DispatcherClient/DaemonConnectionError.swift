package import DispatcherMessages
import Glibc

/// Why nothing can be said to the daemon.
package enum DaemonConnectionError: Error, Sendable, Hashable {
    case unreachable(String, Int32)
    case notPermitted(String)
    case failed(String, Int32)
    /// The connection broke after it was made.
    case lost(Int32)
    case timedOut

    package var exitStatus: ExitStatus {
        switch self {
        case .unreachable, .failed: .unreachable
        case .notPermitted: .notPermitted
        case .lost: .connectionLost
        case .timedOut: .timedOut
        }
    }
}

extension DaemonConnectionError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreachable(let path, let code):
            "no daemon at \(path): \(Self.text(code)); start it with 'systemctl --user start xcallbackd' or 'xcallbackd'"
        case .notPermitted(let path): "the socket \(path) is not ours to use"
        case .failed(let action, let code): "\(action): \(Self.text(code))"
        case .lost(let code): "the connection to the daemon was lost: \(Self.text(code))"
        case .timedOut: "no answer in time"
        }
    }

    private static func text(_ code: Int32) -> String { code == 0 ? "end of stream" : String(cString: strerror(code)) }
}
