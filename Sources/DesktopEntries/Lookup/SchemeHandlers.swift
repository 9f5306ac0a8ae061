package import XCallbackURL

/// Who opens the URLs of a scheme on this desktop, read from its files as the desktop's own openers read them.
///
/// Nothing is kept: an answer is as new as the files. Files that are malformed, too large or none at all are passed
/// over where the openers do.
package struct SchemeHandlers: Sendable {
    private let base: BaseDirectories
    private let applications: ApplicationDirectories
    private let rules: AssociationRules
    private let menuPrefix: String

    /// - Parameters:
    ///   - environment: all that the look-up sees: PATH, HOME, the XDG variables, the desktop in use.
    ///   - rules: of the opener that is asked; those of xdg-open in that session if nil.
    package init(environment: [String: String], rules: AssociationRules? = nil) throws(InstallationError) {
        base = try BaseDirectories(environment: environment)
        applications = ApplicationDirectories(base, environment: environment)
        self.rules = rules ?? AssociationRules(environment: environment)
        menuPrefix = environment["XDG_MENU_PREFIX"] ?? ""
    }

    /// The program that gets them, or nil if none does: no app is known, or what is known is not installed.
    ///
    /// Reads a few short files; where they name nobody and GIO does not decide, every .desktop file. It waits for the
    /// disk alone.
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
    /// The MIME type by which the desktop knows the handlers of a scheme.
    var mimeType: String { "x-scheme-handler/\(text)" }
}
