import UnixSystem

/// The files that an installation changes, and the record by which it is undone.
///
/// The record is on disk before any of them is touched, so that a broken-off installation can be undone too.
struct Changes {
    let base: BaseDirectories
    /// Whether there was a record.
    let isInstalled: Bool
    var record: InstallationRecord

    init(_ base: BaseDirectories) throws(InstallationError) {
        self.base = base
        let path = base.installationRecord
        let text = try Self.contents(of: path)
        isInstalled = text != nil
        guard let known = text.map(InstallationRecord.init) ?? InstallationRecord() else {
            throw .unreadableRecord(path)
        }
        record = known
    }

    /// Whether it wrote units.
    var holdsUnits: Bool { UserUnit.all.contains { record["\(base.userUnits)/\($0.name)"] != nil } }

    /// Writes a file of our own, remembering what another left in its place.
    mutating func write(_ path: String, _ text: String) throws(InstallationError) {
        let before = if let known = record[path] { known.before } else { try Self.contents(of: path) }
        try makeDirectory(Files.directory(of: path))
        record[path] = InstallationRecord.File(path: path, before: before, after: Array(text.utf8))
        try save()
        try put(Array(text.utf8), at: path)
    }

    /// Writes the record.
    mutating func save() throws(InstallationError) {
        try makeDirectory(Files.directory(of: base.installationRecord))
        try put(record.text, at: base.installationRecord)
    }

    /// Makes the directory, remembering which were not there.
    mutating func makeDirectory(_ path: String) throws(InstallationError) {
        do throws(SystemCallError) { record.directories += try Files.makeDirectory(path) } catch {
            throw .system(error)
        }
    }

    /// Writes the bytes, or removes the file if there are none.
    func put(_ bytes: [UInt8]?, at path: String) throws(InstallationError) {
        do throws(SystemCallError) {
            if let bytes { try Files.replace(path, with: bytes) } else { try Files.remove(path) }
        } catch {
            throw .system(error)
        }
    }

    static func contents(of path: String) throws(InstallationError) -> [UInt8]? {
        do throws(SystemCallError) { return try Files.contents(of: path) } catch { throw .system(error) }
    }
}
