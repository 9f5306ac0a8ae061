/// The environment variables of the user's session: its display, bus and data folders. A request carries them, and the
/// daemon passes them to its opener.
package enum SessionVariables {
    package static let names = Set(sortedNames)
    /// The names of the variables in alphabetical order. The client uses this array alone, because building a set of
    /// strings would take longer than the rest of its work before it connects.
    package static let sortedNames = [
        "DBUS_SESSION_BUS_ADDRESS", "DESKTOP_SESSION", "DESKTOP_STARTUP_ID", "DISPLAY", "KDE_FULL_SESSION",
        "KDE_SESSION_VERSION", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_ACTIVATION_TOKEN", "XDG_CURRENT_DESKTOP",
        "XDG_DATA_DIRS", "XDG_SESSION_TYPE",
    ]

    package static let displayNames = ["DISPLAY", "WAYLAND_DISPLAY"]

    /// The command that copies the session variables from the session in which it runs to the user manager.
    package static let importCommand =
        "systemctl --user import-environment DISPLAY WAYLAND_DISPLAY XAUTHORITY XDG_CURRENT_DESKTOP"

    /// Returns the displays of an environment, such as `DISPLAY=:0`.
    package static func displays(_ environment: [String: String]) -> [String] {
        displayNames.compactMap { name in
            environment[name].flatMap { $0.isEmpty ? nil : "\(name)=\($0)" }
        }
    }

    /// Whether an environment has a display.
    package static func nameDisplay(_ environment: [String: String]) -> Bool { !displays(environment).isEmpty }

    /// Whether the variables are of a session of a desktop, such as `KDE`.
    package static func name(desktop: Substring, _ environment: [String: String]) -> Bool {
        (environment["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":").contains(desktop)
    }

    /// The programs that show a question, the desktop's own first.
    package static func dialogPrograms(_ environment: [String: String]) -> [String] {
        name(desktop: "KDE", environment) ? ["kdialog", "zenity"] : ["zenity", "kdialog"]
    }

    /// The variables for the token by which an app may take the focus. The token can be used once, and is never
    /// recorded. If both variables are set, the first variable wins.
    package static let activationNames = ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"]
}
