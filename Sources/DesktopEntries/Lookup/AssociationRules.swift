import UnixSystem
package import XCallbackURL

/// The rules by which the program for a MIME type is found. The rules differ for a list that is malformed, that names a
/// missing program, or that adds or removes an association.
package enum AssociationRules: Sendable, Hashable {
    /// The rules of GIO, from the MIME Applications Associations specification: `gio open`, most desktops.
    case gio
    /// The rules of KDE's opener: the rules of the specification, but .desktop files are found without a mimeinfo.cache
    /// too.
    case kde
    /// The rules of `xdg-mime query default` in xdg-utils 1.2 (1.1 uses only the first program of a list).
    case xdgMime

    /// Where an opener looks for programs.
    enum Step {
        /// The defaults in the lists of all directories.
        case defaults
        /// The programs that a list adds or a cache declares, and that no earlier list removes.
        case additions
        /// The first program of the first cache, which decides even if the program is not installed.
        case cache
        /// The .desktop files that name the type.
        case declarations
    }

    /// The steps of the lookup, in order.
    var steps: [Step] {
        switch self {
        case .gio: [.defaults, .additions]
        case .kde: [.defaults, .additions, .declarations]
        case .xdgMime: [.defaults, .cache, .declarations]
        }
    }

    /// Whether files and Exec lines are read as GLib reads them, and not as the shell scripts of xdg-utils do.
    var readsAsGLib: Bool { self != .xdgMime }

    /// Selects the rules that xdg-open follows in a session: xdg-open runs gio in GNOME, Cinnamon, MATE and Xfce, and
    /// KDE's own opener in KDE.
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

    /// Returns the reason why xdg-open would lose every URL in a KDE session, and the remedy; nil if xdg-open works.
    /// xdg-open runs KDE's opener even if that opener is missing. Before version 1.2, xdg-open opens nothing in KDE 6,
    /// and exits with 0.
    /// - Parameter path: The path of the program that opens URLs. Only a program with the name xdg-open can have this
    ///   fault.
    package static func fault(
        ofOpener path: String, in environment: [String: String]
    ) -> (reason: String, remedy: String)? {
        guard path.split(separator: "/").last == "xdg-open" else { return nil }
        guard Self(environment: environment) == .kde else { return nil }
        let version = environment["KDE_SESSION_VERSION"] ?? ""
        let script = script(path)
        if !version.isEmpty, let known = knownVersions(script), known.isDisjoint(with: [version[...], "*"]) {
            return (
                "xdg-open before 1.2 opens nothing in a session of KDE \(version)",
                "install xdg-utils 1.2, or set 'opener: [gio, open]' in config.yaml"
            )
        }
        let opener =
            switch version {
            case "": "kfmclient"
            case "5": "kde-open5"
            default: "kde-open"
            }
        guard ProgramSearch.find(opener, in: environment) == nil else { return nil }
        return (
            "in this KDE session xdg-open needs '\(opener)', which is not found",
            "apt install kde-cli-tools, or set 'opener: [gio, open]' in config.yaml"
        )
    }

    /// Returns why an app whose entry has `Terminal=true` gets no terminal; nil if it gets one, or if that is not known.
    /// - Parameter path: The path of the program that opens URLs.
    static func terminalFault(ofOpener path: String, in environment: [String: String]) -> String? {
        func isMissing(_ program: String) -> Bool { ProgramSearch.find(program, in: environment) == nil }
        let opener = path.split(separator: "/").last
        guard ["xdg-open", "gio"].contains(opener) else { return nil }
        switch opener == "gio" ? .gio : Self(environment: environment) {
        case .xdgMime:
            // Since 1.2, xdg-open ignores the key.
            guard script(path).contains("x-terminal-emulator") else { return "xdg-open starts the app without one" }
            let named = environment["TERMINAL"]?.split(separator: " ").first
            let terminal = named.map(String.init) ?? "x-terminal-emulator"
            return isMissing(terminal) ? "xdg-open needs '\(terminal)', which is not found" : nil
        case .gio: return knownTerminals.allSatisfy(isMissing) ? "gio finds none that it knows" : nil
        case .kde: return nil
        }
    }

    /// The terminals that GLib 2.84 and earlier versions look for.
    private static let knownTerminals = [
        "xdg-terminal-exec", "kgx", "gnome-terminal", "mate-terminal", "xfce4-terminal", "tilix", "konsole",
        "x-terminal-emulator", "nxterm", "color-xterm", "rxvt", "dtterm", "xterm",
    ]

    /// Whether xdg-open does not find a .desktop file because a folder above it has a space in its name: before version 1.2,
    /// xdg-open splits the list of the folders there.
    package static func loses(_ file: String, opener path: String, in environment: [String: String]) -> Bool {
        file.contains(" ") && path.hasSuffix("/xdg-open") && Self(environment: environment) == .xdgMime
            && script(path).contains("sed 's/:/ /g'")
    }

    /// Returns the command that asks the desktop itself for the app of a scheme.
    package static func question(about scheme: Scheme, in environment: [String: String]) -> [String] {
        let command = Self(environment: environment) == .gio ? ["gio", "mime"] : ["xdg-mime", "query", "default"]
        return command + [scheme.mimeType]
    }

    private static func script(_ path: String) -> String {
        KeyFile.contents(of: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Returns the versions of KDE for which the script has a branch; nil if the program is not such a script.
    private static func knownVersions(_ script: String) -> Set<Substring>? {
        let lines = script.split(separator: "\n").lazy.map { $0.drop { $0 == " " || $0 == "\t" } }
        let branches = lines.drop { $0 != "open_kde()" }.prefix { $0 != "esac" }.filter { $0.hasSuffix(")") }
        return branches.isEmpty ? nil : Set(branches.flatMap { $0.dropLast().split(separator: "|") })
    }
}
