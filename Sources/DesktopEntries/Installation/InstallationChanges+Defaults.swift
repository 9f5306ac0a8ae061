import UnixSystem
import XCallbackURL

/// The mimeapps.list files: whose the schemes are.
extension InstallationChanges {
    /// A file as xdg-mime does not keep it: it puts a new one in the place of a link, with the usual permissions.
    struct Place {
        let path: String
        let link: String?
        let permissions: UInt32?
    }

    /// Puts the defaults as they would be without us, which is what is remembered from here on.
    ///
    /// - Returns: those, the file that wins first.
    mutating func begin() throws(InstallationError) -> [DefaultApplications] {
        var former: [DefaultApplications] = []
        for directory in [base.configuration, base.applications] { try makeDirectory(directory) }
        for path in defaultApplications {
            let current = try Self.contents(of: path)
            let bytes = Self.withoutUs(current, record[path])
            record[path] = InstallationRecord.File(path: path, before: bytes.map(FileState.bytes), after: nil)
            former.append(DefaultApplications(bytes ?? []))
            // On disk before the file is touched: what the record of the last time said is no longer needed then.
            try save()
            if bytes != current { try putDefaults(bytes, at: path) }
        }
        return former
    }

    /// Remembers the defaults as they are now, to know later whether anybody else has changed them.
    mutating func rememberDefaults() throws(InstallationError) {
        for path in defaultApplications {
            let after = try Self.contents(of: path).map(FileState.bytes)
            if record[path]?.before == after {
                record[path] = nil
            } else {
                record[path]?.after = after
            }
        }
        try save()
    }

    /// Makes us the default in the files of the desktops in use too, where they name another: they win over the file
    /// for all, the only one that xdg-mime writes.
    func replaceDefaults(of schemes: [Scheme]) throws(InstallationError) {
        for path in base.defaultApplications.dropLast() {
            guard let current = try Self.contents(of: path) else { continue }
            var defaults = DefaultApplications(current)
            for scheme in schemes { defaults.replaceDefault(of: scheme.mimeType, with: DesktopEntry.identifier) }
            if defaults.bytes != current { try putDefaults(defaults.bytes, at: path) }
        }
    }

    /// What the files are, beside their bytes.
    func places() -> [Place] {
        defaultApplications.map {
            Place(path: $0, link: File.destination(ofLink: $0), permissions: File.permissions(of: $0))
        }
    }

    /// Makes them so again, with the bytes that they have now.
    func restore(_ places: [Place]) throws(InstallationError) {
        for place in places {
            guard let bytes = try Self.contents(of: place.path) else { continue }
            do throws(SystemCallError) {
                if let link = place.link, File.destination(ofLink: place.path) == nil {
                    try File.replace(place.path, withLinkTo: link)
                    try File.replace(place.path, with: bytes)
                } else if let permissions = place.permissions {
                    try File.setPermissions(permissions, of: place.path)
                }
            } catch {
                throw .system(error)
            }
        }
    }

    /// Writes a mimeapps.list, or removes it if there are no bytes. The file is the user's own: a link stays, because
    /// many users keep the file in a repository of settings, and the file behind the link is written.
    func putDefaults(_ bytes: [UInt8]?, at path: String) throws(InstallationError) {
        do throws(SystemCallError) {
            if let bytes { try File.replace(path, with: bytes) } else { try File.remove(path) }
        } catch {
            throw .system(error)
        }
    }

    static func isDefaults(_ path: String) -> Bool { path.hasSuffix("mimeapps.list") }

    /// What the file was before us; if it has been changed since, what it is now but for our part.
    static func withoutUs(_ current: [UInt8]?, _ known: InstallationRecord.File?) -> [UInt8]? {
        guard let current else { return nil }
        if let known, current == known.after?.bytes { return known.before?.bytes }
        var defaults = DefaultApplications(current)
        defaults.remove(DesktopEntry.identifier, former: DefaultApplications(known?.before?.bytes ?? []))
        if defaults.bytes == current { return current }
        return known?.before == nil && defaults.isBlank ? nil : defaults.bytes
    }

    /// Those that decide now, and those that did when we were last installed.
    private var defaultApplications: [String] {
        let current = base.defaultApplications
        return current + record.files.map(\.path).filter { Self.isDefaults($0) && !current.contains($0) }
    }
}
