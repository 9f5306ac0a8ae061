import SystemSQLite

/// The failures that SQLite reports.
extension JournalError {
    /// The failure of the last call with a connection. The connection is nil if there was no memory for it, or if
    /// the file was closed.
    init(sqlite extendedCode: Int32, of connection: OpaquePointer?, _ path: String) {
        let isClosed = connection == nil && extendedCode == SQLITE_MISUSE
        let message = isClosed ? "the file is closed" : String(cString: sqlite3_errmsg(connection))
        self.init(sqlite: extendedCode, message, path)
    }

    /// A code that the list lacks is a refusal: a sound file must not be set aside.
    /// - Parameters:
    ///   - extendedCode: The extended result code (https://sqlite.org/rescode.html).
    ///   - message: SQLite's reason.
    ///   - path: The path of the file.
    init(sqlite extendedCode: Int32, _ message: String, _ path: String) {
        self =
            switch extendedCode & 0xFF {
            case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged(path, message)
            // The statements of this program are correct for a sound file.
            case SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH: .damaged(path, message)
            case SQLITE_IOERR where Self.damages.contains(extendedCode >> 8): .damaged(path, message)
            // The disk failed while the file was read or written, so that its contents are unknown.
            case SQLITE_IOERR where !Self.refusals.contains(extendedCode >> 8):
                .inputOutput(path, message, code: extendedCode)
            case SQLITE_FULL: .full(path)
            case SQLITE_BUSY, SQLITE_LOCKED: .inUse(path)
            // PERM, ABORT, NOMEM, READONLY, INTERRUPT, CANTOPEN, PROTOCOL, TOOBIG, NOLFS and AUTH come from the system or the
            // file system, INTERNAL, NOTFOUND, SCHEMA, MISUSE and RANGE from a mistake in a program. SQLite does not return
            // EMPTY and FORMAT. The file is as it was.
            default: .refused(path, message, code: extendedCode)
            }
    }

    // The details of SQLITE_IOERR, which Swift does not read from the macros.

    /// SHORT_READ, for a file that was cut, and DATA, for a wrong checksum of a page.
    private static let damages: Set<Int32> = [2, 32]
    /// UNLOCK, RDLOCK, BLOCKED, NOMEM, ACCESS, CHECKRESERVEDLOCK, LOCK, SHMOPEN, SHMSIZE, SHMLOCK, SHMMAP, GETTEMPPATH,
    /// CONVPATH and AUTH, which neither read nor write the file.
    private static let refusals: Set<Int32> = [8, 9, 11, 12, 13, 14, 15, 18, 19, 20, 21, 25, 26, 28]
}
