import Foundation
import TestSupport

/// A session bus of a test's own. The bus starts the services of its sandbox only, with the variables of the sandbox.
final class SessionBus: Sendable {
    let address: String
    private let daemon: Child

    /// Why there can be none here; nil if there can.
    static let absence: String? = {
        if let lack = lack(of: ["dbus-daemon", "busctl", "gdbus"]) { return lack }
        return succeeds(python, "-c", "from gi.repository import Gio") ? nil : "needs python3-gi"
    }()

    /// The Python of the system, which has its packages.
    static let python = "/usr/bin/python3"

    /// - Parameter variables: Those of the programs that it starts, besides the sandbox's.
    init(_ sandbox: Sandbox, _ variables: [String: String] = [:]) throws {
        let configuration = "--config-file=\(try sandbox.writeBusConfiguration())"
        (daemon, address) = try Child.printing(
            ["dbus-daemon", configuration, "--nofork", "--nopidfile", "--print-address=1"],
            sandbox.environment.merging(variables) { $1 })
        guard !address.isEmpty else { throw Failure("no session bus") }
    }

    /// The variables of a program in the session.
    var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address] }

    /// The reason why this machine has no portal of GTK; nil if it has.
    static let portalAbsence: String? = {
        let needed = portalServices.map(\.value) + [portalOfGTK]
        guard has("Xvfb"), needed.allSatisfy({ access($0, R_OK) == 0 }) else {
            return "needs Xvfb, xdg-desktop-portal and xdg-desktop-portal-gtk"
        }
        return absence
    }()

    private static let portalServices: KeyValuePairs = [
        "org.freedesktop.portal.Desktop": "/usr/libexec/xdg-desktop-portal",
        "org.freedesktop.impl.portal.desktop.gtk": "/usr/libexec/xdg-desktop-portal-gtk",
        "org.freedesktop.impl.portal.PermissionStore": "/usr/libexec/xdg-permission-store",
    ]

    private static let portalOfGTK = "/usr/share/xdg-desktop-portal/portals/gtk.portal"

    /// Makes a bus that can start the portal of GTK, and no portal of another desktop.
    /// - Parameter display: The display of the portal; empty for none.
    convenience init(withPortalOf sandbox: Sandbox, display: String) throws {
        for (name, program) in Self.portalServices { try sandbox.addBusService(name, program) }
        let portals = "\(sandbox.path)/portals"
        try sandbox.write(String(contentsOfFile: Self.portalOfGTK, encoding: .utf8), to: "portals/gtk.portal")
        try self.init(sandbox, ["DISPLAY": display, "XDG_CURRENT_DESKTOP": "GNOME", "XDG_DESKTOP_PORTAL_DIR": portals])
    }
}
