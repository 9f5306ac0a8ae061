package import DispatcherMessages
package import UnixSystem

/// Why nothing can be said to the daemon.
package enum DaemonConnectionError: Error, Sendable, Hashable {
    case unreachable(String, Int32)
    case notPermitted(String)
    /// Who listens is another user.
    case otherUser(String, theirs: UInt32, ours: UInt32)
    /// Only the desktop's door is in the folder.
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
        case .notPermitted(let path): "the socket \(path) is not ours to use"
        case .otherUser(let path, let theirs, let ours):
            "the daemon at \(path) runs as uid \(theirs), and we as uid \(ours); run as that user, in a container by "
                + "'podman run --userns=keep-id' or 'docker run --user \(theirs)'"
        case .desktopOnly(let path):
            "only the desktop's door is at \(path): it takes URLs, and nothing else"
        case .remote(let failure): failure.description
        case .failed(let error): error.description
        case .lost(let code): "the connection to the daemon was lost: \(Self.text(code))"
        case .timedOut: "no answer in time"
        }
    }

    private static func text(_ code: Int32) -> String { code == 0 ? "end of stream" : SystemCallError.reason(code) }
}
