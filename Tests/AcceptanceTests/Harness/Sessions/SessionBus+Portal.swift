import Foundation
import Glibc

extension SessionBus {
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
