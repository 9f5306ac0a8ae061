import DesktopEntries
import DispatcherMessages
import Glibc
import UnixSystem

/// What `doctor` asks the services of the session. All are asked at once.
struct SessionInquiries {
    /// The variables of the user manager.
    let variables = Inquiry(["systemctl", "--user", "show-environment"])
    let units = Inquiry(
        ["systemctl", "--user", "show", "--property=Id,ActiveState,LoadState,KillMode,ExecStart,DropInPaths"]
            + UserUnit.sockets.map(\.name) + ["xcallbackd.service"])
    /// The numbers of the user's sessions.
    let sessions = Inquiry(["loginctl", "show-user", "\(getuid())", "--property=Sessions", "--value"])
    /// The first call of notify-send starts the service, as this call does. Nil without a display, which the services need.
    let notifications = Self.call(
        "org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.freedesktop.Notifications",
        ["GetServerInformation"])
    /// The call starts the portal, as a click does. 'get-property' would wait longer.
    let portal = Self.call(
        Self.portalName, "/org/freedesktop/portal/desktop", "org.freedesktop.DBus.Properties",
        ["Get", "ss", "org.freedesktop.portal.OpenURI", "version"])

    static let portalName = "org.freedesktop.portal.Desktop"

    /// Whether the bus itself answers.
    static var busAnswers: Bool {
        call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", ["GetId"])?.lines != nil
    }

    /// The options of busctl, with a limit that leaves time for a second question.
    static let busctl = ["busctl", "--user", "--timeout=3"]

    private static func call(_ name: String, _ path: String, _ interface: String, _ words: [String]) -> Inquiry? {
        guard SessionVariables.nameDisplay(Shell.environment) else { return nil }
        return Inquiry(busctl + ["call", name, path, interface] + words)
    }

    /// Whether the user manager or logind does not answer in time.
    var hang: Bool { [variables, units, sessions].contains(where: \.hangs) }

    /// The variables of the user manager, as `NAME=VALUE`; nil if no user manager answers. Each manager has some.
    var managerVariables: [String]? { variables.lines.flatMap { $0.isEmpty ? nil : $0.map(String.init) } }
}
