package import DispatcherMessages
package import UnixSystem

/// Why the daemon cannot be reached.
package enum DaemonConnectionError: Error, Sendable, Hashable {
    case unreachable(String, Int32)
    case notPermitted(String)
    /// The listening process belongs to another user.
    case otherUser(String, theirs: UInt32, ours: UInt32)
    /// The folder has only the desktop socket.
    case desktopOnly(String)
    case remote(RemoteFailure)
    case failed(SystemCallError)
    /// The connection broke after it was made.
    case lost(Int32)
    case timedOut

    package var exitStatus: ExitStatus {
        switch self {
        case .unreachable, .failed: .unreachable
        case .notPermitted, .otherUser, .desktopOnly: .notPermitted
        case .remote(let failure): failure.exitStatus
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
        case .notPermitted(let path): "no permission to use the socket \(path)"
        case .otherUser(let path, let theirs, let ours):
            "the daemon at \(path) runs as uid \(theirs) and this process as uid \(ours); run as that user, in a container with "
                + "'podman run --userns=keep-id' or 'docker run --user \(theirs)'"
        case .desktopOnly(let path):
            "only the desktop socket is at \(path): it accepts URLs and nothing else"
        case .remote(let failure): failure.description
        case .failed(let error): error.description
        case .lost(let code): "the connection to the daemon was lost: \(Self.text(code))"
        case .timedOut: "the daemon did not reply in time"
        }
    }

    private static func text(_ code: Int32) -> String { code == 0 ? "end of stream" : SystemCallError.reason(code) }
}
