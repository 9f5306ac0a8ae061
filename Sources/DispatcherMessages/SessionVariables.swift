/// The variables by which a program finds the user's session: its display, its bus, its data. They travel with a request,
/// and an opener gets them.
package enum SessionVariables {
    package static let names: Set<String> = [
        "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID",
        "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE", "XDG_DATA_DIRS", "DESKTOP_SESSION", "KDE_FULL_SESSION",
        "KDE_SESSION_VERSION", "DBUS_SESSION_BUS_ADDRESS",
    ]

    /// How deep calls have become: a command that calls us again passes it on.
    package static let depth = "XCALLBACK_DEPTH"
}
