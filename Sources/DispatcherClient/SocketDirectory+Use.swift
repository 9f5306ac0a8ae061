package import DispatcherMessages
import Glibc
package import RequestRecord

extension SocketDirectory {
    /// The sockets that the environment names.
    package static var here: SocketDirectory {
        get throws(SocketDirectoryError) { try SocketDirectory { getenv($0).map { String(cString: $0) } } }
    }

    /// Whether the desktop or the control socket is there alone: ssh has forwarded the socket from another machine, or the
    /// socket is mounted into this container. The daemon then has another display and another bus than this process.
    package var isForwarded: Bool { has(.desktop) != has(.control) }

    /// Whether the desktop socket is there alone, as in a container.
    package var hasOnlyDesktop: Bool { isForwarded && has(.desktop) }

    private func has(_ door: Door) -> Bool { access(socket(door), F_OK) == 0 }

    /// The name of the only socket that this program may use, on any machine, because the program was started for a request
    /// from that socket; nil for a program of the user's own. A name that this version does not know permits no socket.
    package static var onlyDoor: String? {
        let name = getenv(RequestVariables.door).map { String(cString: $0) } ?? ""
        return name.isEmpty || Door(rawValue: name)?.isTrusted == true ? nil : name
    }

    /// The socket for the URLs of this process. The agent socket takes none.
    package var door: Door { Self.onlyDoor == Door.desktop.rawValue || hasOnlyDesktop ? .desktop : .control }
}
