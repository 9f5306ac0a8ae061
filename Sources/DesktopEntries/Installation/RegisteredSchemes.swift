import UnixSystem
package import XCallbackURL

/// The schemes that `install` made us the default for, and the apps that open them now.
package struct RegisteredSchemes: Sendable {
    /// A scheme that another app opens, although our entry is still in its place.
    package struct Loss: Sendable, Hashable {
        package let scheme: Scheme
        /// The app that took it.
        package let handler: SchemeHandler

        /// Whether the same app took the same scheme, by whatever line.
        package func isSame(as other: Loss) -> Bool {
            scheme == other.scheme && handler.identifier == other.handler.identifier
        }
    }

    private let base: BaseDirectories
    private let handlers: SchemeHandlers

    /// - Parameter environment: The variables of the look-up: PATH, HOME, the XDG variables, the desktop in use.
    package init(environment: [String: String]) throws(InstallationError) {
        base = try BaseDirectories(environment: environment)
        handlers = try SchemeHandlers(environment: environment)
    }

    /// The user's own files that decide about it: mimeapps.list in its places, and the record of the installation.
    package var files: [String] {
        base.defaultApplications + base.defaultApplications(in: base.applications) + [base.installationRecord]
    }

    /// The schemes that other apps took; nil while `install` has begun and not ended.
    ///
    /// `uninstall` removes our entry of a scheme before it gives the default back, so it loses none.
    package func losses() -> [Loss]? {
        guard let text = try? FileContents.read(base.installationRecord),
            let record = InstallationRecord(text)
        else { return [] }
        let lists = record.files.filter { InstallationChanges.isDefaults($0.path) }
        // Written at the end of an installation.
        guard lists.allSatisfy({ $0.after != nil }) else { return nil }
        return record.files.compactMap { file in
            guard let scheme = DesktopEntry.scheme(ofEntry: file.path), File.exists(file.path),
                let handler = handlers.handler(of: scheme), !DesktopEntry.isOurs(handler.identifier, for: scheme)
            else { return nil }
            return Loss(scheme: scheme, handler: handler)
        }
    }
}

extension SchemeEntry {
    /// Compares the entry with the program that opens the scheme.
    package func registration(_ handler: SchemeHandler?) -> Registration {
        guard let handler, DesktopEntry.isOurs(handler.identifier, for: scheme) else { return .missing }
        return handler.announcesWindow == showsWindow ? .current : .outdated
    }
}
