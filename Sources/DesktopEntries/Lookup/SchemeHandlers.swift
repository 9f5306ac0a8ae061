package import XCallbackURL

/// Finds the program that opens the URLs of a scheme on this desktop, from the files that the desktop's own openers
/// read.
///
/// Nothing is cached. Files that are malformed, too large or not regular files are skipped where the openers skip them.
package struct SchemeHandlers: Sendable {
    private let base: BaseDirectories
    private let applications: ApplicationDirectories
    private let rules: AssociationRules
    private let menuPrefix: String

    /// - Parameters:
    ///   - environment: The variables of the look-up: PATH, HOME, the XDG variables, the desktop in use.
    ///   - rules: The rules of an opener; nil for those of xdg-open in that session.
    package init(environment: [String: String], rules: AssociationRules? = nil) throws(InstallationError) {
        base = try BaseDirectories(environment: environment)
        applications = ApplicationDirectories(base, environment: environment)
        self.rules = rules ?? AssociationRules(environment: environment)
        menuPrefix = environment["XDG_MENU_PREFIX"] ?? ""
    }

    /// Returns the program that opens the URLs; nil if no app is known, or none of the known apps is installed.
    ///
    /// Reads a few short files. If they name no program and GIO does not decide, it reads every .desktop file. It waits
    /// for the disk only.
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

/// Whom the desktop gives the URLs of a scheme.
package enum SchemeOwner: Sendable, Hashable {
    /// Our own entry, which `install` wrote.
    case us
    /// Another app. An owner that cannot be looked up counts as another app.
    case anotherApp
    /// No app.
    case nobody
}

extension SchemeHandlers {
    /// Looks up the owner of a scheme, at the cost of ``handler(of:)``.
    package func owner(of scheme: Scheme) -> SchemeOwner {
        guard let handler = handler(of: scheme) else { return .nobody }
        return DesktopEntry.isOurs(handler.identifier, for: scheme) ? .us : .anotherApp
    }
}
