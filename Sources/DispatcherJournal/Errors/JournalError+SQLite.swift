import GRDB

/// A file of a version that this program does not know.
struct SupersededJournal: Error {
    let version: Int
}

extension JournalError {
    /// The error for a failure to open a file. A failure that does not come from the disk is damage to the file.
    init(opening path: String, _ error: any Error) {
        if let error = error as? SupersededJournal {
            self = .newer(path, version: error.version)
            return
        }
        guard let error = error as? DatabaseError else {
            self = .damaged(path, "\(error)")
            return
        }
        let damaged = JournalError.damaged(path, error.message ?? "SQLite's \(error.extendedResultCode.rawValue)")
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_FULL, .SQLITE_CANTOPEN, .SQLITE_PERM: self.init(using: path, error)
        // SQLite reports this for a file that was cut short.
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHORT_READ: self = damaged
        case .SQLITE_IOERR: self.init(using: path, error)
        default: self = damaged
        }
    }

    /// The error for a failure to use an open file.
    init(using path: String, _ error: any Error) {
        guard let error = error as? DatabaseError else {
            self = .inputOutput(path, "\(error)", code: -1)
            return
        }
        let message = error.message ?? "no reason given"
        switch error.resultCode {
        case .SQLITE_FULL: self = .full(path)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .inUse(path)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(path, message)
        default: self = .inputOutput(path, message, code: error.extendedResultCode.rawValue)
        }
    }
}
