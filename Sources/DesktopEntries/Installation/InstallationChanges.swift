import UnixSystem

/// The files that an installation changes, and the record with which it is undone.
///
/// The record is on disk before any file is changed, so that an interrupted installation can be undone too. A file or
/// link of the user that is in the place of one of ours is renamed, and gets its name back with ``undo(report:)``.
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
        record.enablesUnits || UserUnit.all.contains { record.files["\(base.userUnits)/\($0.name)"] != nil }
    }

    /// Writes a file of the installation. A file or link of the user at the path is set aside.
    ///
    /// - Returns: Whether something else was at the path.
    mutating func write(
        _ path: String, _ text: String, report: inout InstallationReport
    ) throws(InstallationError) -> Bool {
        let new = Array(text.utf8)
        let link = File.destination(ofLink: path)
        let current = link == nil ? try Self.contents(of: path) : nil
        if link == nil, current == new, record.files[path] == new.digest {
            report.addUnchanged()
            return false
        }
        var place = link.map { ", replacing a link to \($0)" } ?? ""
        try makeDirectory(Directory.parent(of: path))
        if link != nil || current != nil && current != new && !isWritten(path) {
            try setAside(path)
            if link == nil { place = ", replacing a file that 'uninstall' restores" }
        }
        record.files[path] = new.digest
        try save()
        try put(new, at: path)
        report.add(.write, path + place)
        return (link != nil || current != nil) && current != new
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
        let former = record.files.keys.filter { $0.hasPrefix(start) && !written.contains($0) }
        for path in former.sorted() { _ = try withdraw(path, report: &report) }
    }

    /// Removes a file of the installation that is no longer needed, unless the file was changed.
    ///
    /// - Returns: Whether the file was removed.
    mutating func withdraw(_ path: String, report: inout InstallationReport) throws(InstallationError) -> Bool {
        guard record.files[path] != nil else { return false }
        let isBack = try takeBack(path, report: &report)
        record.files[path] = nil
        try save()
        return isBack
    }

    /// Removes the files of the installation, except changed files, and gives back the defaults.
    mutating func undo(report: inout InstallationReport) throws(InstallationError) {
        for path in record.files.keys.sorted() { _ = try takeBack(path, report: &report) }
        for list in try setDefaults([]) { report.add(.putBack, "the defaults in \(list)") }
    }

    /// Removes the record, and removes the directories that the installation made if they are empty.
    func forget() throws(InstallationError) {
        if try Self.contents(of: cache) == Array("[MIME Cache]\n".utf8) { try put(nil, at: cache) }
        try put(nil, at: recordPath)
        guard !isRehearsal else { return }
        for directory in record.directories.reversed() { Directory.removeIfEmpty(directory) }
    }

    /// Rebuilds the cache of MIME types, which GIO reads.
    mutating func updateDatabase(
        environment: [String: String], report: inout InstallationReport
    ) throws(InstallationError) {
        try makeDirectory(base.applications)
        do throws(DesktopProgramError) {
            let tool = try DesktopProgram(.updateDesktopDatabase, environment: environment)
            if !isRehearsal { _ = try tool.output([base.applications], seconds: 30) }
            report.add(.update, cache)
        } catch {
            report.add(.couldNot, "update \(cache): \(error)")
        }
    }

    private var cache: String { "\(base.applications)/mimeinfo.cache" }

    /// Whether the installation has written the path.
    private func isWritten(_ path: String) -> Bool {
        record.files[path].map { $0 != InstallationRecord.pending } ?? false
    }

    /// Renames the user's file or link at the path of a file of ours, unless another one has been renamed so.
    mutating func setAside(_ path: String) throws(InstallationError) {
        record.files[path] = InstallationRecord.pending
        try save()
        if !File.exists(Self.aside(path)) { try rename(path, to: Self.aside(path)) }
    }

    /// The path of the user's file or link while a file of ours is in its place. Neither systemd, a desktop nor a shell
    /// reads a file of that name.
    private static func aside(_ path: String) -> String { "\(path).before-xcallback~" }

    /// Removes a file of the installation and restores the file that was set aside, unless the file was changed.
    ///
    /// - Returns: Whether the file was unchanged.
    private func takeBack(_ path: String, report: inout InstallationReport) throws(InstallationError) -> Bool {
        let aside = Self.aside(path)
        let isThere = File.exists(path)
        let isSetAside = File.exists(aside)
        let digest = isThere ? try Self.digest(of: path) : record.files[path]
        guard digest == record.files[path] else {
            report.add(.skipped, "\(path): it was changed since it was installed")
            return false
        }
        guard isThere || isSetAside else { return false }
        if isSetAside { try rename(aside, to: path) } else { try put(nil, at: path) }
        report.add(isSetAside ? .putBack : .remove, path)
        return true
    }

    /// Writes the record.
    mutating func save() throws(InstallationError) {
        try makeDirectory(Directory.parent(of: recordPath))
        try put(record.text, at: recordPath)
    }

    /// Creates the directory, and records which directories did not exist before.
    mutating func makeDirectory(_ path: String) throws(InstallationError) {
        guard !isRehearsal else { return }
        do throws(SystemCallError) { record.directories += try Directory.make(path) } catch { throw .system(error) }
    }

    /// Writes a file, or removes it if there are no bytes. A link in its place is replaced, unless `followsLinks` is set.
    func put(_ bytes: [UInt8]?, at path: String, followsLinks: Bool = false) throws(InstallationError) {
        guard !isRehearsal else { return }
        do throws(SystemCallError) {
            if let bytes {
                try File.replace(path, with: bytes, followsLinks: followsLinks)
            } else {
                try File.remove(path)
            }
        } catch {
            throw .system(error)
        }
    }

    private func rename(_ path: String, to other: String) throws(InstallationError) {
        guard !isRehearsal else { return }
        do throws(SystemCallError) { try File.rename(path, to: other) } catch { throw .system(error) }
    }

    /// Returns the digest of a file; nil if there is no file, or a link.
    static func digest(of path: String) throws(InstallationError) -> String? {
        File.destination(ofLink: path) == nil ? try contents(of: path)?.digest : nil
    }

    static func contents(of path: String) throws(InstallationError) -> [UInt8]? {
        do throws(SystemCallError) { return try FileContents.read(path) } catch { throw .system(error) }
    }
}
