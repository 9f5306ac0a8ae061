package import DispatcherMessages
import Glibc

/// Where a daemon is reached.
package enum DaemonAddress: Sendable, Hashable {
    case local(SocketDirectory)
    case remote(RemoteHost)

    /// On the host, or where the sockets are here.
    /// - Parameter variable: Returns the value of an environment variable.
    package init(
        host: RemoteHost? = nil, socketDirectory: String? = nil, variable: (String) -> String?
    ) throws(SocketDirectoryError) {
        if let host {
            self = .remote(host)
        } else {
            self = .local(try SocketDirectory(override: socketDirectory, variable: variable))
        }
    }

    /// Whether the desktop's door is there alone: its socket was forwarded to this machine or mounted into this container,
    /// from a session that is not ours.
    package var isForwarded: Bool {
        guard case .local(let directory) = self else { return false }
        return access(directory.socket(.control), F_OK) != 0 && access(directory.socket(.desktop), F_OK) == 0
    }

    /// Whether our display and our bus are the daemon's too.
    package var sharesSession: Bool {
        if case .remote = self { false } else { !isForwarded }
    }

    /// The door that a URL of this process goes through: a command that runs for the desktop door stays at that door.
    package var door: Door {
        let isForDesktop = getenv("XCALLBACK_DOOR").map { String(cString: $0) } == Door.desktop.rawValue
        return isForDesktop || isForwarded ? .desktop : .control
    }
}
