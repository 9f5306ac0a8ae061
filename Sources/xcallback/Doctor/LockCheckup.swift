import DispatcherMessages
import UnixSystem
import XCallbackURL

/// Checks whether the daemon knows when the screen is locked. It asks logind, which only some lockers tell.
struct LockCheckup {
    /// The lockers of Wayland that tell logind nothing.
    private static let waylandLockers = ["swaylock", "hyprlock", "gtklock", "waylock"]
    /// The lockers of X11 that tell logind nothing, with the arguments that let them run until the unlock.
    private static let lockers = ["i3lock -n", "slock", "xsecurelock", "physlock"]
    /// The lockers of X11 that tell logind nothing, and run all the time.
    private static let services = [
        "xscreensaver", "xfce4-screensaver", "light-locker", "mate-screensaver", "cinnamon-screensaver",
    ]
    /// The desktops that tell logind themselves.
    private static let desktops: [Substring] = ["GNOME", "KDE", "Pantheon"]

    /// - Parameter requests: The last requests. A locker is a hint only if the user did not answer one of their questions.
    static func findings(in environment: [String: String], requests: [HistoryLine]) -> [Finding] {
        var findings: [Finding] = []
        let (service, path) = ("org.freedesktop.login1", "/org/freedesktop/login1/session/auto")
        let question = ["busctl", "--timeout=1", "get-property", service, path, "\(service).Session", "LockedHint"]
        let hint = "busctl call \(service) \(path) \(service).Session SetLockedHint b"
        if Inquiry(question).lines == ["b true"] {
            findings.add(
                .hint, "screen", "logind says that the screen is locked, so questions wait for the unlock",
                remedy: "if it is not locked: \(hint) false")
        }
        let isWayland = Shell.variable("WAYLAND_DISPLAY")?.isEmpty == false
        guard requests.contains(where: { $0.error?.message.hasPrefix(HistoryLine.unanswered) ?? false }),
            SessionVariables.nameDisplay(environment),
            !desktops.contains(where: { SessionVariables.name(desktop: $0, environment) }),
            let locker = (isWayland ? waylandLockers : services + lockers).first(where: {
                ProgramSearch.find(String($0.prefix { $0 != " " }), in: environment) != nil
            })
        else { return findings }
        let (lead, command) = services.contains(locker) ? ("install i3lock, and ", "i3lock -n") : ("", locker)
        findings.add(
            .hint, "screen",
            "\(locker.prefix { $0 != " " }) does not tell logind of the lock, so a question under it ends unseen after a minute",
            remedy: "\(lead)lock with: sh -c 'h() { \(hint) $1; }; h true; \(command); h false'")
        return findings
    }
}
