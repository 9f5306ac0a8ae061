import UnixSystem
import XCallbackURL

/// The files that an installation changes, and the record with which it is undone.
///
/// The record is on disk before any file is changed, so that an interrupted installation can be undone too. A file or
/// link of the user that is in the place of one of ours is renamed, and gets its name back with ``undo(environment:)``.
struct InstallationChanges {
    let base: BaseDirectories
    /// Whether a record of an earlier installation existed.
    let isInstalled: Bool
    /// The file of the record.
    let recordPath: String
    /// Returns the desktop file id of the entry that opens a scheme.
    let identifier: @Sendable (String) -> String
    var record: InstallationRecord
    /// The steps so far.
    var report = InstallationReport()

    /// - Parameter recordPath: The file of the record; nil for the record of `install`.
    init(
        _ base: BaseDirectories, recordPath: String? = nil,
        identifier: @escaping @Sendable (String) -> String = DesktopEntry.identifier
    ) throws {
        self.base = base
        self.identifier = identifier
        let path = recordPath ?? base.installationRecord
        self.recordPath = path
        let text = try FileContents.read(path)
        isInstalled = text != nil
        guard let known = text.map(InstallationRecord.init) ?? InstallationRecord() else {
            throw InstallationError.unreadableRecord(path)
        }
        record = known
    }

    /// Whether the installation wrote units, or enabled the units of the system.
    var holdsUnits: Bool {
        record.enablesUnits || UserUnit.all.contains { record.files["\(base.userUnits)/\($0.name)"] != nil }
    }

    /// Writes a file of the installation. A file or link of the user at the path is set aside.
    ///
    /// - Returns: Whether something else was at the path.
    mutating func write(_ path: String, _ text: String) throws -> Bool {
        let new = Array(text.utf8)
        let link = File.destination(ofLink: path)
        let current = link == nil ? try FileContents.read(path) : nil
        if current == new, record.files[path] == new.digest {
            report.unchanged += 1
            return false
        }
        var place = link.map { ", replacing a link to \($0)" } ?? ""
        let isOther = link != nil || current != nil && current != new
        let isOurs = link == nil && record.files[path] ?? InstallationRecord.pending != InstallationRecord.pending
        try makeDirectory(Directory.parent(of: path))
        if isOther, !isOurs {
            try setAside(path)
            if link == nil { place = ", replacing a file that 'uninstall' restores" }
        }
        record.files[path] = new.digest
        try save()
        try put(new, at: path)
        report.add(.done, "wrote \(path)\(place)")
        return isOther
    }

    /// Writes the .desktop files, and removes the .desktop files of earlier installations that are not among them.
    mutating func writeEntries(_ entries: [SchemeEntry], executable: ExecutablePath) throws {
        var written: Set<String> = []
        for entry in entries {
            let path = "\(base.applications)/\(DesktopEntry.identifier(of: entry.scheme))"
            written.insert(path)
            _ = try write(path, DesktopEntry.text(entry, executable: executable, isVisible: record.showsEntries))
        }
        // The entry of a file with 'actions: true' in an earlier version has a name that need not be a scheme.
        for path in entryPaths where !written.contains(path) { _ = try withdraw(path) }
    }

    /// The paths of the .desktop files that were written.
    var entryPaths: [String] {
        record.files.keys.filter { $0.hasPrefix("\(base.applications)/xcallback-") }.sorted()
    }

    /// Removes a file of the installation that is no longer needed, unless the file was changed.
    ///
    /// - Returns: Whether the file was removed.
    mutating func withdraw(_ path: String) throws -> Bool {
        guard record.files[path] != nil else { return false }
        let isBack = try takeBack(path)
        record.files[path] = nil
        try save()
        return isBack
    }

    /// Removes the files of the installation, except changed files, and gives back the defaults. Then removes the record,
    /// and the directories that the installation made if they are empty. If a default could not be given back, the record
    /// stays, so that the removal can be repeated.
    mutating func undo(environment: [String: String]) throws {
        for path in record.files.keys.sorted() { _ = try takeBack(path) }
        let isGivenBack = try setDefaults([])
        try updateDatabase(environment: environment)
        if isGivenBack { try forget() }
    }

    private func forget() throws {
        if try FileContents.read(cache) == Array("[MIME Cache]\n".utf8) { try put(nil, at: cache) }
        try put(nil, at: recordPath)
        for directory in record.directories.reversed() { Directory.removeIfEmpty(directory) }
    }

    /// Rebuilds the cache of MIME types, which GIO reads.
    mutating func updateDatabase(environment: [String: String]) throws {
        try makeDirectory(base.applications)
        do {
            _ = try DesktopProgram.updateDesktopDatabase.output([base.applications], environment: environment)
            report.add(.done, "updated \(cache)")
        } catch {
            report.add(.couldNot, "update \(cache): \(error)")
        }
    }

    private var cache: String { "\(base.applications)/mimeinfo.cache" }

    /// Renames the user's file or link at the path of a file of ours, unless another one has been renamed so.
    mutating func setAside(_ path: String) throws {
        record.files[path] = InstallationRecord.pending
        try save()
        if !File.exists(Self.aside(path)) { try File.rename(path, to: Self.aside(path)) }
    }

    /// The path of the user's file or link while a file of ours is in its place. Neither systemd, a desktop nor a shell
    /// reads a file of that name.
    private static func aside(_ path: String) -> String { "\(path).before-xcallback~" }

    /// Removes a file of the installation and restores the file that was set aside, unless the file was changed.
    ///
    /// - Returns: Whether the file was unchanged.
    private mutating func takeBack(_ path: String) throws -> Bool {
        let aside = Self.aside(path)
        let isThere = File.exists(path)
        let isSetAside = File.exists(aside)
        let digest = isThere ? try Self.digest(of: path) : record.files[path]
        guard digest == record.files[path] else {
            report.add(.skipped, "\(path): it was changed since it was installed")
            return false
        }
        guard isThere || isSetAside else { return false }
        if isSetAside { try File.rename(aside, to: path) } else { try put(nil, at: path) }
        report.add(.done, "\(isSetAside ? "put back" : "removed") \(path)")
        return true
    }

    /// Writes the record.
    mutating func save() throws {
        try makeDirectory(Directory.parent(of: recordPath))
        try put(record.text, at: recordPath)
    }

    /// Creates the directory, and records which directories did not exist before.
    mutating func makeDirectory(_ path: String) throws { record.directories += try Directory.make(path) }

    /// Writes a file, or removes it if there are no bytes. A link in its place is replaced, unless `followsLinks` is set.
    func put(_ bytes: [UInt8]?, at path: String, followsLinks: Bool = false) throws {
        guard let bytes else { return try File.remove(path) }
        try File.replace(path, with: bytes, followsLinks: followsLinks)
    }

    /// Returns the digest of a file; nil if there is no file, or a link.
    private static func digest(of path: String) throws -> String? {
        File.destination(ofLink: path) == nil ? try FileContents.read(path)?.digest : nil
    }

    /// Makes our entries the default of the schemes, and gives back all other schemes whose default is ours.
    ///
    /// The file of a desktop in use takes precedence over the file for all desktops, and gets our entry where it names
    /// another program. Of a link, the target is written, because many users keep the file in a repository of settings. If the
    /// target cannot be written, as in the store of home-manager, the report says which lines belong there.
    ///
    /// - Returns: Whether each file was written that had to change.
    mutating func setDefaults(_ schemes: [Scheme]) throws -> Bool {
        let current = base.defaultApplications
        let kept = Set(schemes.map(\.text))
        var isWritten = true
        for path in current + record.formerDefaults.keys.sorted().filter({ !current.contains($0) }) {
            let before = MimeAppsList(try FileContents.read(path) ?? [])
            var list = before
            var formers = record.formerDefaults[path] ?? [:]
            list.giveBack(formers, except: kept, identifier)
            for scheme in schemes where current.contains(path) {
                let programs = list.take(scheme, for: identifier(scheme.text), adding: path == current.last)
                if let programs { formers[scheme.text] = programs.isEmpty ? nil : programs.joined(separator: ";") }
            }
            guard list != before else { continue }
            record.formerDefaults[path] = formers
            try makeDirectory(Directory.parent(of: path))
            try save()
            let isEmpty = list.isBlank && File.destination(ofLink: path) == nil
            do {
                try put(isEmpty ? nil : list.bytes, at: path, followsLinks: true)
            } catch {
                let link = File.destination(ofLink: path).map { ", a link to \($0)" } ?? ""
                let (new, old) = (list.lines(missingIn: before), before.lines(missingIn: list))
                let change = [("add", new), ("remove", old)].filter { !$0.1.isEmpty }
                    .map { "\($0) \($1.joined(separator: " and "))" }.joined(separator: "; ")
                report.fail("change \(path)\(link): \(error); in the [Default Applications] there, \(change)")
                isWritten = false
                continue
            }
            if schemes.isEmpty { report.add(.done, "put back the defaults in \(path)") }
            record.formerDefaults[path] = formers.filter { kept.contains($0.key) }
        }
        return isWritten
    }

    /// Returns the program that opened the scheme before, by the file that takes effect.
    func formerDefault(of scheme: Scheme) -> String? {
        base.defaultApplications.firstResult { record.formerDefaults[$0]?[scheme.text] }
            .flatMap { $0.split(separator: ";").first.map(String.init) }
    }

    /// Copies either all programs or no program. Older copies are replaced, even while they run.
    ///
    /// A link in the place of a copy is set aside; its target stays unchanged. Another program in the place is replaced,
    /// because the copy counts as its next version.
    ///
    /// - Returns: The paths at which a program existed before.
    mutating func copy(_ copies: [InstalledPrograms.Copy]) throws -> Set<String> {
        let directories = record.directories.count
        do {
            // Under temporary names, so that an error happens before a program is replaced.
            let staged = try copies.map { copy in
                try makeDirectory(Directory.parent(of: copy.target.text))
                try File.checkReplaceable(copy.target.text)
                return try StagedFile(copyOf: copy.source, for: copy.target.text)
            }
            var replaced: Set<String> = []
            for (copy, file) in zip(copies, staged) {
                let path = copy.target.text
                var place = ""
                if let destination = File.destination(ofLink: path) {
                    place = ", replacing a link to \(destination)"
                    try setAside(path)
                } else if File.exists(path) {
                    place = ", replacing an older copy"
                }
                if !place.isEmpty { replaced.insert(path) }
                record.files[path] = try Self.digest(of: file.temporaryPath)
                report.add(.done, "copied \(copy.source) to \(path)\(place)")
            }
            try save()
            for file in staged { try file.place() }
            return replaced
        } catch {
            for made in record.directories.dropFirst(directories).reversed() { Directory.removeIfEmpty(made) }
            throw error
        }
    }

    /// Writes the files below the user's data folder. A file that a package has put into a system folder is left out. A
    /// file that cannot be written is reported, but is not a failure.
    mutating func writeSupport(_ files: [SupportFile]) throws {
        for file in files {
            let path = "\(base.data)/\(file.place)"
            let shipped = base.dataSearchPath.dropFirst().map { "\($0)/\(file.place)" }.flatMap { [$0, $0 + ".gz"] }
                .first { File.exists($0) }
            if let shipped {
                _ = try withdraw(path)
                report.add(.packaged, "\(file.place): \(shipped) exists")
                continue
            }
            do {
                _ = try write(path, file.text)
                // A desktop uses a cache of icons only while the cache is newer than the folder of its theme.
                if file == .icon { Directory.touch("\(base.data)/icons/hicolor") }
            } catch {
                report.add(.couldNot, "write \(path): \(error)")
            }
        }
    }

    /// Creates the folder of the user's routes, for the user alone. A folder that cannot be created is reported, but is
    /// not a failure.
    mutating func makeRoutes(_ path: String) throws {
        guard !Directory.exists(path) else { return }
        do {
            try makeDirectory(path)
        } catch {
            return report.add(.couldNot, "make \(path): \(error)")
        }
        try save()
        report.add(.done, "made \(path), for your routes")
    }
}
