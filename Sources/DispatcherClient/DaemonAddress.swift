package import DispatcherMessages
import Glibc

/// The address of a daemon.
package enum DaemonAddress: Sendable, Hashable {
    case local(SocketDirectory)
    case remote(RemoteHost)

    /// Chooses the daemon on the host; without a host, the daemon of the local sockets.
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

    /// Whether there is only a desktop socket, which was forwarded to this machine or mounted into this container from
    /// another session.
    package var isForwarded: Bool {
        guard case .local(let directory) = self else { return false }
        return access(directory.socket(.control), F_OK) != 0 && access(directory.socket(.desktop), F_OK) == 0
    }

    /// Whether the daemon has the display and the bus of this process.
    package var sharesSession: Bool {
        if case .remote = self { false } else { !isForwarded }
    }

    /// The only socket that this program may use, on any machine, because it was started for a request from that socket: the
    /// desktop or agent socket; nil for a program of the user's own.
    package static var onlyDoor: Door? {
        let door = getenv(RequestVariables.door).flatMap { Door(rawValue: String(cString: $0)) }
        return door.flatMap { $0.isTrusted ? nil : $0 }
    }

    /// The socket for the URLs of this process. The agent socket takes none.
    package var door: Door { Self.onlyDoor == .desktop || isForwarded ? .desktop : .control }
}
