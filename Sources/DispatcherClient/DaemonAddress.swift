package import DispatcherMessages
import Glibc
package import RequestRecord

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

    /// The name of the only socket that this program may use, on any machine, because the program was started for a request
    /// from that socket; nil for a program of the user's own. A name that this version does not know permits no socket.
    package static var onlyDoor: String? {
        let name = getenv(RequestVariables.door).map { String(cString: $0) } ?? ""
        return name.isEmpty || Door(rawValue: name)?.isTrusted == true ? nil : name
    }

    /// The socket for the URLs of this process. The agent socket takes none.
    package var door: Door { Self.onlyDoor == Door.desktop.rawValue || isForwarded ? .desktop : .control }
}
