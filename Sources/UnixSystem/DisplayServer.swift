import Glibc

/// The servers of X11 and Wayland, which show windows.
package enum DisplayServer {
    /// Whether a server of this machine accepts a connection; true for a server of another machine.
    /// - Parameters:
    ///   - display: A variable such as `DISPLAY=:0`.
    ///   - runtimeFolder: XDG_RUNTIME_DIR, which has the sockets of Wayland.
    package static func answers(at display: String, runtimeFolder: String?) -> Bool {
        let parts = display.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else { return true }
        if parts[0] == "WAYLAND_DISPLAY" {
            return connects(to: (parts[1].hasPrefix("/") ? "" : "\(runtimeFolder ?? "")/") + parts[1])
        }
        let screen = parts[1].hasPrefix("unix:") ? parts[1].dropFirst(4) : parts[1]
        guard screen.hasPrefix(":") else { return true }
        let path = "/tmp/.X11-unix/X\(screen.dropFirst().prefix { $0 != "." })"
        return connects(to: "@\(path)") || connects(to: path)
    }

    private static func connects(to path: String) -> Bool {
        let kind = SocketType.stream | CInt(SOCK_NONBLOCK.rawValue)
        guard let address = UnixAddress(path), let socket = try? Descriptor(unixSocket: kind) else { return false }
        // A server that has many clients to accept is there.
        return address.withPointer { connect(socket.number, $0, $1) } == 0 || errno == EAGAIN
    }
}
