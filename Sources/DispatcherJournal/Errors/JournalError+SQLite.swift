import SystemSQLite

extension JournalError {
    /// The error for a failure to open a file. A failure that does not come from the disk is damage to the file.
    init(opening path: String, _ error: SQLiteError) {
        switch error.code {
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_FULL, SQLITE_CANTOPEN, SQLITE_PERM: self.init(using: path, error)
        // SQLite reports this code for a truncated file.
        case SQLITE_IOERR where error.extendedCode == SQLiteError.shortRead: self = .damaged(path, error.message)
        case SQLITE_IOERR: self.init(using: path, error)
        default: self = .damaged(path, error.message)
        }
    }

    /// The error for a failure to use an open file.
    init(using path: String, _ error: SQLiteError) {
        switch error.code {
        case SQLITE_FULL: self = .full(path)
        case SQLITE_BUSY, SQLITE_LOCKED: self = .inUse(path)
        case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged(path, error.message)
        default: self = .inputOutput(path, error.message, code: error.extendedCode)
        }
    }
}
