import UnixSystem
package import XCallbackURL

/// The schemes for which `install` made `xcallback` the default, and the apps that open them now.
package struct RegisteredSchemes: Sendable {
    /// A scheme that another app opens, although the entry of `xcallback` is still in place.
    package struct Loss: Sendable, Hashable {
        package let scheme: Scheme
        /// The app that opens the scheme now.
        package let handler: SchemeHandler

        /// Whether the same app opens the same scheme in both losses, regardless of the line that decided.
        package func isSame(as other: Loss) -> Bool {
            scheme == other.scheme && handler.identifier == other.handler.identifier
        }
    }

    private let base: BaseDirectories
    private let handlers: SchemeHandlers

    /// - Parameter environment: The variables of the lookup: PATH, HOME, the XDG variables, the desktop in use.
    package init(environment: [String: String]) throws(InstallationError) {
        base = try BaseDirectories(environment: environment)
        handlers = try SchemeHandlers(environment: environment)
    }

    /// The user's own files that decide which app opens a scheme: the mimeapps.list files, and the record of the
    /// installation.
    package var files: [String] {
        base.defaultApplications + base.defaultApplications(in: base.applications) + [base.installationRecord]
    }

    /// Returns the schemes that other apps open now; nil while an installation is in progress.
    ///
    /// `uninstall` removes the entry of a scheme before it restores the previous default, so the removal is not
    /// reported as a loss.
    package func losses() -> [Loss]? {
        guard let text = try? FileContents.read(base.installationRecord),
            let record = InstallationRecord(text)
        else { return [] }
        let lists = record.files.filter { InstallationChanges.isDefaults($0.path) }
        // `after` is written at the end of an installation.
        guard lists.allSatisfy({ $0.after != nil }) else { return nil }
        let losses: [Loss] = record.files.compactMap { file in
            guard let scheme = DesktopEntry.scheme(ofEntry: file.path), File.exists(file.path),
                let handler = handlers.handler(of: scheme), !DesktopEntry.isOurs(handler.identifier, for: scheme)
            else { return nil }
            return Loss(scheme: scheme, handler: handler)
        }
        // An installation that began meanwhile removes the defaults first.
        return (try? FileContents.read(base.installationRecord)) == text ? losses : nil
    }
}

extension SchemeEntry {
    /// Compares the entry with the program that opens the scheme.
    package func registration(_ handler: SchemeHandler?) -> Registration {
        guard let handler, DesktopEntry.isOurs(handler.identifier, for: scheme) else { return .missing }
        return handler.announcesWindow == showsWindow ? .current : .outdated
    }
}
