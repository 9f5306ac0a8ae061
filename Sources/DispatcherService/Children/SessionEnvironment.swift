import DispatcherMessages

/// Which variables programs get: what of a request's is believed, and what of our own is passed on.
enum SessionEnvironment {
    /// What of a request's environment is believed: at the desktop door, where a container may speak, only what cannot
    /// lead a program elsewhere.
    static func accepted(_ given: [String: String], door: Door) -> [String: String] {
        given.filter { name, value in
            guard !value.utf8.contains(0) else { return false }
            guard door == .desktop else { return SessionVariables.names.contains(name) }
            return switch name {
            case "DISPLAY": isLocalDisplay(value)
            case "WAYLAND_DISPLAY": !value.isEmpty && !value.utf8.contains(UInt8(ascii: "/"))
            case "XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID": true
            default: false
            }
        }
    }

    /// `:0` or `:0.1`; a host in front, or a path, would send the program to another display.
    private static func isLocalDisplay(_ value: String) -> Bool {
        value.hasPrefix(":") && value.utf8.count > 1
            && value.utf8.dropFirst().allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
            }
    }

    /// What a child gets: an allow-list of the daemon's own variables, then the request's. Never BROWSER, which would
    /// turn an opener into any command, and never LD_*.
    static func child(
        of own: [String: String], request: [String: String], alsoAllowing extra: [String]
    ) -> [String: String] {
        var environment = own.filter { name, _ in
            guard name != "BROWSER", !name.hasPrefix("LD_") else { return false }
            return ["PATH", "HOME", "LANG"].contains(name) || name.hasPrefix("LC_") || name.hasPrefix("XDG_")
                || SessionVariables.names.contains(name) || extra.contains(name)
        }
        environment.merge(request) { _, requested in requested }
        if environment["PATH"] == nil { environment["PATH"] = "/usr/local/bin:/usr/bin:/bin" }
        return environment
    }
}
