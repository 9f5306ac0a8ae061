import Foundation

/// A desktop, as xdg-open sees it: by the variables that the desktop sets.
enum Desktop: String, CaseIterable {
    case none, gnome, kde5, kde6, xfce, mate, cinnamon, lxqt, sway

    var variables: [String: String] {
        switch self {
        case .none: ["XDG_CURRENT_DESKTOP": ""]
        case .gnome: ["XDG_CURRENT_DESKTOP": "GNOME", "DESKTOP_SESSION": "gnome"]
        case .kde5, .kde6:
            [
                "XDG_CURRENT_DESKTOP": "KDE", "KDE_FULL_SESSION": "true",
                "KDE_SESSION_VERSION": String(rawValue.suffix(1)),
            ]
        case .xfce: ["XDG_CURRENT_DESKTOP": "XFCE", "DESKTOP_SESSION": "xfce"]
        case .mate: ["XDG_CURRENT_DESKTOP": "MATE", "DESKTOP_SESSION": "mate"]
        case .cinnamon: ["XDG_CURRENT_DESKTOP": "X-Cinnamon", "DESKTOP_SESSION": "cinnamon"]
        case .lxqt: ["XDG_CURRENT_DESKTOP": "LXQt", "DESKTOP_SESSION": "lxqt"]
        case .sway: ["XDG_CURRENT_DESKTOP": "sway", "XDG_SESSION_TYPE": "wayland"]
        }
    }

    /// The program by which xdg-open opens a URL there; nil if xdg-open starts the app itself.
    private var opener: String? {
        switch self {
        case .gnome, .mate, .cinnamon: "gio"
        case .kde5: "kde-open5"
        case .kde6: "kde-open"
        case .xfce: "exo-open"
        case .lxqt: Self.hasNewOpener ? "qtxdg-mat" : nil
        case .none, .sway: nil
        }
    }

    /// The program by which a session of KDE makes its cache of the apps when it starts; nil on the other desktops.
    var cacheBuilder: String? {
        switch self {
        case .kde5: "kbuildsycoca5"
        case .kde6: "kbuildsycoca6"
        default: nil
        }
    }

    /// Why the desktop cannot be tried on this machine; nil if it can.
    var absence: String? { missing([opener]) ?? (self == .kde6 && !Self.hasNewOpener ? "no xdg-open 1.2" : nil) }

    /// Why xdg-open cannot be tried in a session of KDE 6 that it does not know; nil if it can.
    static let unknownKDE6Absence = kde6.missing([]) ?? (hasNewOpener ? "xdg-open knows KDE 6 here" : nil)

    private func missing(_ programs: [String?]) -> String? {
        lack(of: ["xdg-open", "update-desktop-database", "Xvfb", "bash"] + programs.compactMap(\.self))
            ?? UserSession.absence
    }

    /// Whether xdg-open is 1.2 or newer, which knows the openers of KDE 6 and of LXQt.
    private static let hasNewOpener: Bool = {
        let version = try? run("xdg-open", ["--version"], ProcessInfo.processInfo.environment).output
        return version?.contains(/\ 1\.[2-9]/) ?? false
    }()
}
