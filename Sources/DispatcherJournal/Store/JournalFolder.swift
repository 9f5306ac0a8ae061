import UnixSystem

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The folder of the journal and its files: the database, and an empty file whose name says how it was left.
struct JournalFolder: Sendable {
    let path: String

    var database: String { "\(path)/journal.sqlite" }
    /// There while a journal is open: whoever finds it at opening knows that the last one was not closed.
    private var openMark: String { "\(path)/journal.open" }
    /// What the former becomes when the journal goes on in memory. What the file holds as unfinished may have gone
    /// further since. A rename needs no room on a full disk.
    private var suspendedMark: String { "\(path)/journal.suspended" }
    private static let suffixes = ["", "-wal", "-shm"]

    /// How the last one left it.
    struct Condition: Sendable {
        var wasOpen: Bool
        var wasSuspended: Bool
    }

    var condition: Condition { Condition(wasOpen: exists(openMark), wasSuspended: exists(suspendedMark)) }

    /// Makes the folder and an empty file where there are none, for the user alone.
    func prepare() throws(JournalError) {
        do { try Directory.make(path) } catch { throw .system(error) }
        try create(database)
    }

    /// Marks that the file is open.
    func markOpen() throws(JournalError) { try create(openMark) }

    /// Marks that the journal goes on in memory. False if that is impossible.
    func markSuspended() -> Bool { rename(openMark, suspendedMark) == 0 }

    /// What was unfinished in the file has been seen to.
    func clearSuspended() throws(JournalError) { try remove(suspendedMark) }

    /// The file is closed and whole.
    func markClosed() throws(JournalError) { try remove(openMark) }

    /// Puts the files of a journal that cannot be used aside, under a dated name, and begins an empty one.
    /// - Returns: The new path of the database.
    func setAside(as reason: String, at time: Timestamp) throws(JournalError) -> String {
        let name = "\(database).\(reason)-\(time.iso8601)"
        var target = name
        var count = 1
        while exists(target) {
            count += 1
            target = "\(name).\(count)"
        }
        // The log first: what is left behind of it must never be joined to the new file.
        for suffix in Self.suffixes.reversed() where rename(database + suffix, target + suffix) != 0 && errno != ENOENT
        {
            throw .system(SystemCallError("rename", database + suffix))
        }
        try create(database)
        return target
    }

    /// Deletes what was set aside.
    func removeSetAside() throws(JournalError) {
        do throws(SystemCallError) {
            for entry in try Directory.entries(of: path) where entry.name.hasPrefix("journal.sqlite.") {
                try File.remove("\(path)/\(entry.name)")
            }
        } catch {
            throw .system(error)
        }
    }

    private func exists(_ path: String) -> Bool { File.exists(path) }

    private func remove(_ path: String) throws(JournalError) {
        do { try File.remove(path) } catch { throw .system(error) }
    }

    /// Makes a file that only its owner reads, or makes it so; it is never one that a link names.
    private func create(_ path: String) throws(JournalError) {
        do throws(SystemCallError) {
            let file = try Descriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
            guard fchmod(file.number, 0o600) == 0 else { throw SystemCallError("protect", path) }
        } catch {
            throw .system(error)
        }
    }
}
