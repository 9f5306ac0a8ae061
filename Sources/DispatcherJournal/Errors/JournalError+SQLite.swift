import GRDB

/// A file whose version we do not know.
struct SupersededJournal: Error {
    let version: Int
}

extension JournalError {
    /// What went wrong while a file was opened: whatever is not the disk's fault is the file's.
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
        // The end of a file that was cut.
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHORT_READ: self = damaged
        case .SQLITE_IOERR: self.init(using: path, error)
        default: self = damaged
        }
    }

    /// What went wrong in a file that is open.
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
