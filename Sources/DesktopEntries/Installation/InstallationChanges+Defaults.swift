import UnixSystem
import XCallbackURL

/// The mimeapps.list files, which name the default programs of schemes.
extension InstallationChanges {
    /// The properties of a file that xdg-mime does not keep: xdg-mime replaces a link with a new file, which has
    /// default permissions.
    typealias Place = (path: String, link: String?, permissions: UInt32?)

    /// Restores the defaults as they would be without `xcallback`, and records that state.
    ///
    /// - Returns: These defaults. The file with the highest precedence comes first.
    mutating func begin() throws(InstallationError) -> [DefaultApplications] {
        var former: [DefaultApplications] = []
        for directory in [base.configuration, base.applications] { try makeDirectory(directory) }
        for path in defaultApplications {
            let current = try Self.contents(of: path)
            let bytes = withoutUs(current, record[path])
            record[path] = InstallationRecord.File(path: path, before: bytes.map(FileState.bytes), after: nil)
            former.append(DefaultApplications(bytes ?? []))
            // The record is on disk before a file is changed, and the previous record is no longer needed from then on.
            try save()
            if bytes != current { try putDefaults(bytes, at: path) }
        }
        return former
    }

    /// Records the current defaults, to detect later changes by others.
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

    /// Makes `xcallback` the default also in the desktop-specific files that name another program. Desktop-specific
    /// files take precedence over the file for all desktops, the only file that xdg-mime writes.
    func replaceDefaults(of schemes: [Scheme]) throws(InstallationError) {
        for path in base.defaultApplications.dropLast() {
            guard let current = try Self.contents(of: path) else { continue }
            var defaults = DefaultApplications(current)
            for scheme in schemes {
                defaults.replaceDefault(of: scheme.mimeType, with: identifier(scheme.text))
            }
            if defaults.bytes != current { try putDefaults(defaults.bytes, at: path) }
        }
    }

    /// Returns the properties of the files, without their bytes.
    func places() -> [Place] {
        defaultApplications.map {
            (path: $0, link: File.destination(ofLink: $0), permissions: File.permissions(of: $0))
        }
    }

    /// Restores these properties, with the current bytes.
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

    /// Writes a mimeapps.list, or removes it if there are no bytes. The target of a link is written, because many users
    /// keep the file in a repository of settings.
    func putDefaults(_ bytes: [UInt8]?, at path: String) throws(InstallationError) {
        try put(bytes.map(FileState.bytes), at: path, followsLinks: true)
    }

    static func isDefaults(_ path: String) -> Bool { path.hasSuffix("mimeapps.list") }

    /// Returns the content of the file before the installation. For a file that was changed since, returns the current
    /// content without the defaults of `xcallback`.
    func withoutUs(_ current: [UInt8]?, _ known: InstallationRecord.File?) -> [UInt8]? {
        guard let current else { return nil }
        if let known, current == known.after?.bytes { return known.before?.bytes }
        var defaults = DefaultApplications(current)
        defaults.removeOurs(former: DefaultApplications(known?.before?.bytes ?? []), identifier)
        if defaults.bytes == current { return current }
        guard Self.isOursAlone(known?.before?.bytes) else { return defaults.bytes }
        defaults.removeEmptySection()
        return defaults.isBlank ? nil : defaults.bytes
    }

    /// Whether a file has no more than the defaults of an installation or of adoptions, or did not exist.
    private static func isOursAlone(_ bytes: [UInt8]?) -> Bool {
        guard let bytes else { return true }
        var defaults = DefaultApplications(bytes)
        for identifier in [DesktopEntry.identifier(of:), Adoption.identifier] as [@Sendable (String) -> String] {
            defaults.removeOurs(former: DefaultApplications([]), identifier)
        }
        return defaults.bytes != bytes && defaults.isBlank
    }

    /// The mimeapps.list files that take effect now, and the files that took effect at the last installation.
    private var defaultApplications: [String] {
        let current = base.defaultApplications
        return current + record.files.map(\.path).filter { Self.isDefaults($0) && !current.contains($0) }
    }
}
