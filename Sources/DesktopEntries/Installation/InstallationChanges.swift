import UnixSystem

/// The files that an installation changes, and the record with which it is undone.
///
/// The record is on disk before any file is changed, so that an interrupted installation can be undone too.
struct InstallationChanges {
    let base: BaseDirectories
    /// Whether a record of an earlier installation existed.
    let isInstalled: Bool
    /// Whether the disk stays unchanged. The record in memory changes in any case.
    let isRehearsal: Bool
    /// The file of the record.
    let recordPath: String
    /// Returns the desktop file id of the entry that opens a scheme.
    let identifier: @Sendable (String) -> String
    var record: InstallationRecord

    /// - Parameter recordPath: The file of the record; nil for the record of `install`.
    init(
        _ base: BaseDirectories, isRehearsal: Bool = false, recordPath: String? = nil,
        identifier: @escaping @Sendable (String) -> String = DesktopEntry.identifier
    ) throws(InstallationError) {
        self.base = base
        self.isRehearsal = isRehearsal
        self.identifier = identifier
        let path = recordPath ?? base.installationRecord
        self.recordPath = path
        let text = try Self.contents(of: path)
        isInstalled = text != nil
        guard let known = text.map(InstallationRecord.init) ?? InstallationRecord() else {
            throw .unreadableRecord(path)
        }
        record = known
    }

    /// Whether the installation wrote units, or enabled the units of the system.
    var holdsUnits: Bool {
        record.enablesUnits || UserUnit.all.contains { record["\(base.userUnits)/\($0.name)"] != nil }
    }

    /// Writes a file of the installation, and records the previous content of its path. A link there is replaced; its
    /// target stays unchanged.
    ///
    /// - Returns: The previous content.
    mutating func write(
        _ path: String, _ text: String, report: inout InstallationReport
    ) throws(InstallationError) -> FileState? {
        let new = FileState.bytes(Array(text.utf8))
        let current = try Self.state(of: path)
        var before = current
        var place = ""
        if let destination = current?.destination {
            place = ", replacing a link to \(destination)"
        } else if let known = record[path] {
            before = known.before
        }
        try makeDirectory(Directory.parent(of: path))
        let file = InstallationRecord.File(path: path, before: before, after: new)
        if record[path] != file {
            record[path] = file
            try save()
        }
        try put(new, at: path)
        if current == new { report.addUnchanged() } else { report.add(.write, "\(path)\(place)") }
        return current
    }

    /// Writes the .desktop files, and removes the .desktop files of earlier installations that are not among them.
    mutating func writeEntries(
        _ entries: [SchemeEntry], executable: ExecutablePath, report: inout InstallationReport
    ) throws(InstallationError) {
        var written: Set<String> = []
        for entry in entries {
            let path = "\(base.applications)/\(DesktopEntry.identifier(of: entry.scheme))"
            written.insert(path)
            _ = try write(path, DesktopEntry.text(entry, executable: executable), report: &report)
        }
        // The entry of a file with 'actions: true' in an earlier version has a name that need not be a scheme.
        let start = "\(base.applications)/xcallback-"
        for file in record.files where file.path.hasPrefix(start) && !written.contains(file.path) {
            _ = try withdraw(file.path, report: &report)
        }
    }

    /// Removes a file of the installation that is no longer needed, unless the file was changed.
    ///
    /// - Returns: Whether the file was removed.
    mutating func withdraw(_ path: String, report: inout InstallationReport) throws(InstallationError) -> Bool {
        guard let known = record[path] else { return false }
        let isBack = try takeBack(known, report: &report)
        record[path] = nil
        try save()
        return isBack
    }

    /// Writes the record.
    mutating func save() throws(InstallationError) {
        guard !isRehearsal else { return }
        try makeDirectory(Directory.parent(of: recordPath))
        try put(.bytes(record.text), at: recordPath)
    }

    /// Creates the directory, and records which directories did not exist before.
    mutating func makeDirectory(_ path: String) throws(InstallationError) {
        guard !isRehearsal else { return }
        do throws(SystemCallError) { record.directories += try Directory.make(path) } catch {
            throw .system(error)
        }
    }

    /// Writes the state of a file or link, or removes the file or link. A link in the place of a file is replaced,
    /// unless `followsLinks` is set.
    func put(_ state: FileState?, at path: String, followsLinks: Bool = false) throws(InstallationError) {
        guard !isRehearsal else { return }
        do throws(SystemCallError) {
            if let bytes = state?.bytes {
                try File.replace(path, with: bytes, followsLinks: followsLinks)
            } else if let destination = state?.destination {
                try File.replace(path, withLinkTo: destination)
            } else {
                try File.remove(path)
            }
        } catch {
            throw .system(error)
        }
    }

    static func state(of path: String, like expected: FileState? = nil) throws(InstallationError) -> FileState? {
        do throws(SystemCallError) { return try FileState.current(at: path, like: expected) } catch {
            throw .system(error)
        }
    }

    static func contents(of path: String) throws(InstallationError) -> [UInt8]? {
        do throws(SystemCallError) { return try FileContents.read(path) } catch { throw .system(error) }
    }
}
