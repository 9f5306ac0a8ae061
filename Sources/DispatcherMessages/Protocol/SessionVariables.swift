/// The variables by which a program finds the user's session: its display, its bus, its data. They travel with a request,
/// and an opener gets them.
package enum SessionVariables {
    package static let names = Set(sortedNames)
    /// The same names in alphabetical order. The client reads only these: making a set of strings takes it longer than
    /// everything else that it does before it connects.
    package static let sortedNames = [
        "DBUS_SESSION_BUS_ADDRESS", "DESKTOP_SESSION", "DESKTOP_STARTUP_ID", "DISPLAY", "KDE_FULL_SESSION",
        "KDE_SESSION_VERSION", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_ACTIVATION_TOKEN", "XDG_CURRENT_DESKTOP",
        "XDG_DATA_DIRS", "XDG_SESSION_TYPE",
    ]

    /// How deep calls have become: a command that calls us again passes it on.
    package static let depth = "XCALLBACK_DEPTH"
}
