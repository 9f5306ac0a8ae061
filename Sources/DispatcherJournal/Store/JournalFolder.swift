import DispatcherMessages
import Glibc
import UnixSystem

/// The folder of the journal and its files: the database, and an empty file whose name records in which state the last
/// daemon left the journal.
struct JournalFolder: Sendable {
    let path: String

    var database: String { "\(path)/journal.sqlite" }
    /// The mark that exists while a journal is open. A daemon that finds the mark when it opens the journal knows that
    /// the last daemon did not close the journal.
    private var openMark: String { "\(path)/journal.open" }
    /// The name of the open mark while the journal continues in memory. The requests may then be further than the file
    /// records. This mark is made by renaming, because a rename needs no space on a full disk.
    private var suspendedMark: String { "\(path)/journal.suspended" }
    private static let suffixes = ["", "-wal", "-shm"]

    /// Whether the last daemon did not close the journal.
    var isMarkedOpen: Bool { File.exists(openMark) }

    /// Whether the last daemon did not close the journal, and continued in memory.
    var isMarkedSuspended: Bool { File.exists(suspendedMark) }

    /// Whether the journal was opened last during this boot. False also if the mark does not contain the boot.
    func wasOpened(inBoot bootID: String) -> Bool {
        (try? FileContents.read(openMark, limit: 256)) == Array(bootID.utf8)
    }

    /// Whether the file may be damaged although the disk is sound: the machine stopped while pages were being
    /// written, or writing failed. A killed daemon does not damage the file, because the kernel has everything that
    /// the daemon wrote. A daemon that closed the journal does not damage the file either.
    func isDoubtful(inBoot bootID: String) -> Bool {
        isMarkedSuspended || isMarkedOpen && !wasOpened(inBoot: bootID)
    }

    /// Makes the folder and an empty database if they do not exist, for the user alone.
    func prepare() throws(JournalError) {
        do { try Directory.make(path) } catch { throw .system(error) }
        try create(database)
    }

    /// Returns why the file system refuses to lock the database; nil if it can be locked. SQLite reports some
    /// refusals as a file that another process uses.
    func lockRefusal() -> SystemCallError? {
        guard let file = try? Descriptor(opening: database, O_RDWR | O_NOFOLLOW) else { return nil }
        // SQLite does not lock the first byte of a file.
        var lock = flock()
        (lock.l_type, lock.l_len) = (Int16(F_WRLCK), 1)
        return fcntl(file.number, F_SETLK, &lock) == 0 ? nil : SystemCallError("lock", database)
    }

    /// Marks the journal as open, during this boot.
    func markOpen(bootID: String) throws(JournalError) { try create(openMark, text: bootID) }

    /// Marks that the journal continues in memory. Returns false if that fails.
    func markSuspended() -> Bool { rename(openMark, suspendedMark) == 0 }

    /// Removes the suspended mark, after the unfinished requests of the file have been handled.
    func clearSuspended() throws(JournalError) { try remove(suspendedMark) }

    /// Marks the journal as closed.
    func markClosed() throws(JournalError) { try remove(openMark) }

    /// Renames the files of an unusable journal to a name with the date, and makes an empty database.
    /// - Returns: The new path of the unusable database.
    func setAside(as reason: String, at time: Timestamp) throws(JournalError) -> String {
        // Another file was set aside in another millisecond.
        let target = "\(database).\(reason)-\(time.iso8601)"
        // The log comes first: an old log must never be applied to the new file.
        for suffix in Self.suffixes.reversed() where rename(database + suffix, target + suffix) != 0 && errno != ENOENT
        {
            throw .system(SystemCallError("rename", database + suffix))
        }
        try create(database)
        return target
    }

    /// Deletes the journals that were set aside.
    func removeSetAside() throws(JournalError) {
        do throws(SystemCallError) {
            for entry in try Directory.entries(of: path) where entry.name.hasPrefix("journal.sqlite.") {
                try File.remove("\(path)/\(entry.name)")
            }
        } catch {
            throw .system(error)
        }
    }

    private func remove(_ path: String) throws(JournalError) {
        do { try File.remove(path) } catch { throw .system(error) }
    }

    /// Makes a file that only its owner can read, or restricts an existing file. Follows no link.
    /// - Parameter text: The new text of the file, which the file lacks if there is no room; nil to keep its text.
    private func create(_ path: String, text: String? = nil) throws(JournalError) {
        do throws(SystemCallError) {
            let file = try Descriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
            guard fchmod(file.number, 0o600) == 0 else { throw SystemCallError("protect", path) }
            if let text, ftruncate(file.number, 0) == 0 { _ = file.write(Array(text.utf8)) }
        } catch {
            throw .system(error)
        }
    }
}
