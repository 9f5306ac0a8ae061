import UnixSystem
import XCallbackURL

/// The mimeapps.list files, which name the default programs of schemes.
extension InstallationChanges {
    /// Makes our entries the default of the schemes, and gives back all other schemes whose default is ours.
    ///
    /// The file of a desktop in use takes precedence over the file for all desktops, and gets our entry where it names
    /// another program. Of a link, the target is written, because many users keep the file in a repository of settings.
    ///
    /// - Returns: The changed files.
    mutating func setDefaults(_ schemes: [Scheme]) throws(InstallationError) -> [String] {
        let current = base.defaultApplications
        let kept = Set(schemes.map(\.text))
        var changed: [String] = []
        for path in current + record.formerDefaults.keys.sorted().filter({ !current.contains($0) }) {
            let before = DefaultApplications(try Self.contents(of: path) ?? [])
            var list = before
            var formers = record.formerDefaults[path] ?? [:]
            list.giveBack(formers, except: kept, identifier)
            for scheme in schemes where current.contains(path) {
                let programs = list.take(scheme, for: identifier(scheme.text), adding: path == current.last)
                if let programs { formers[scheme.text] = programs.isEmpty ? nil : programs.joined(separator: ";") }
            }
            guard list != before else { continue }
            changed.append(path)
            record.formerDefaults[path] = formers
            try makeDirectory(Directory.parent(of: path))
            try save()
            let isEmpty = list.isBlank && File.destination(ofLink: path) == nil
            try put(isEmpty ? nil : list.bytes, at: path, followsLinks: true)
            record.formerDefaults[path] = formers.filter { kept.contains($0.key) }
        }
        return changed
    }

    /// Returns the program that opened the scheme before, by the file that takes effect.
    func formerDefault(of scheme: Scheme) -> String? {
        base.defaultApplications.firstResult { record.formerDefaults[$0]?[scheme.text] }
            .flatMap { $0.split(separator: ";").first.map(String.init) }
    }
}
