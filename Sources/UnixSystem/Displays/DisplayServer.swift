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
            return DisplayConnection(to: waylandPath(parts[1], runtimeFolder: runtimeFolder)) != nil
        }
        guard let number = localNumber(parts[1]) else { return true }
        return connect(toLocal: number) != nil
    }

    /// Returns the path of the socket that WAYLAND_DISPLAY names.
    static func waylandPath(_ name: some StringProtocol, runtimeFolder: String?) -> String {
        (name.hasPrefix("/") ? "" : "\(runtimeFolder ?? "")/") + name
    }

    /// Returns the number of an X server of this machine, as in `:0.0`; nil for a server of another machine.
    static func localNumber(_ display: Substring) -> String? {
        let screen = display.hasPrefix("unix:") ? display.dropFirst(4) : display
        return screen.hasPrefix(":") ? String(screen.dropFirst().prefix { $0 != "." }) : nil
    }

    /// Connects to an X server of this machine.
    static func connect(toLocal number: String) -> DisplayConnection? {
        let path = "/tmp/.X11-unix/X\(number)"
        return DisplayConnection(to: "@\(path)") ?? DisplayConnection(to: path)
    }
}
