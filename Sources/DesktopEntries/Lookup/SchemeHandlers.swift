package import XCallbackURL

/// Finds the program that opens the URLs of a scheme on this desktop, from the files that the desktop's own openers
/// read.
///
/// Nothing is cached. A file that is malformed, too large or not a regular file is skipped where the openers skip it.
package struct SchemeHandlers: Sendable {
    private let base: BaseDirectories
    private let applications: ApplicationDirectories
    private let rules: AssociationRules
    private let menuPrefix: String

    /// - Parameters:
    ///   - environment: The variables of the lookup: PATH, HOME, the XDG variables, the desktop in use.
    ///   - rules: The rules of an opener; nil for the rules of xdg-open in that session.
    package init(environment: [String: String], rules: AssociationRules? = nil) throws(InstallationError) {
        base = try BaseDirectories(environment: environment)
        applications = ApplicationDirectories(base, environment: environment)
        self.rules = rules ?? AssociationRules(environment: environment)
        menuPrefix = environment["XDG_MENU_PREFIX"] ?? ""
    }

    /// Returns the program that opens the URLs; nil if no app is known, or no known app is installed.
    ///
    /// The lookup reads a few short files. If they name no program and GIO does not decide, the lookup reads every
    /// .desktop file. It waits only for the disk.
    package func handler(of scheme: Scheme) -> SchemeHandler? {
        let type = scheme.mimeType
        let gio = GIOLookup(base: base, applications: applications)
        return switch rules {
        case .gio: gio.handler(of: type)
        case .kde: gio.handler(of: type) ?? gio.declaredHandler(of: type)
        case .xdgMime:
            XDGMimeLookup(base: base, applications: applications, menuPrefix: menuPrefix).handler(of: type)
        }
    }
}

extension Scheme {
    /// The MIME type for the handlers of a scheme.
    var mimeType: String { "x-scheme-handler/\(text)" }
}

/// The recipient of a scheme's URLs on the desktop.
package enum SchemeOwner: Sendable, Hashable {
    /// The entry of `xcallback`, which `install` wrote.
    case us
    /// Another app. A recipient that cannot be looked up counts as another app.
    case anotherApp
    /// No app.
    case nobody
}

extension SchemeHandlers {
    /// Looks up the owner of a scheme, which costs as much as ``handler(of:)``.
    package func owner(of scheme: Scheme) -> SchemeOwner {
        guard let handler = handler(of: scheme) else { return .nobody }
        return DesktopEntry.isOurs(handler.identifier, for: scheme) ? .us : .anotherApp
    }
}
