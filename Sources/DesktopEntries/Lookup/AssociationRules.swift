import UnixSystem

/// The rules by which the program for a MIME type is found. They differ if a list is malformed, names a program that is
/// gone, or adds or removes an association.
package enum AssociationRules: Sendable, Hashable {
    /// GIO's, which are those of the MIME Applications Associations specification: `gio open`, most desktops.
    case gio
    /// Those of KDE's opener: the specification's too, but it knows the .desktop files without a mimeinfo.cache.
    case kde
    /// Those of `xdg-mime query default` in xdg-utils 1.2 (1.1 uses only the first program of a list).
    case xdgMime

    /// The rules that xdg-open follows in a session: it runs gio in GNOME, Cinnamon, MATE and Xfce, and KDE's own
    /// opener in KDE.
    init(environment: [String: String]) {
        let rules = Self.rules(environment)
        self = rules == .gio && ProgramSearch.find("gio", in: environment) == nil ? .xdgMime : rules
    }

    private static func rules(_ environment: [String: String]) -> Self {
        for name in (environment["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":").map({ $0.lowercased() }) {
            switch name {
            case "kde": return .kde
            case "cinnamon", "x-cinnamon", "mate", "xfce": return .gio
            case _ where name.hasPrefix("gnome"): return .gio
            case "x-generic", "lxde", "lxqt", "enlightenment", "deepin": return .xdgMime
            default: continue
            }
        }
        func isSet(_ variable: String) -> Bool { !(environment[variable] ?? "").isEmpty }
        if isSet("KDE_FULL_SESSION") { return .kde }
        if isSet("GNOME_DESKTOP_SESSION_ID") || isSet("MATE_DESKTOP_SESSION_ID") { return .gio }
        let session = environment["DESKTOP_SESSION"] ?? ""
        return ["gnome", "MATE", "xfce", "xfce4", "Xfce Session"].contains(session) ? .gio : .xdgMime
    }
}
