import SystemSQLite
import Testing

@testable import DispatcherJournal

/// The verdicts on the codes of https://sqlite.org/rescode.html. Only a file that is damaged or that the disk has failed
/// is set aside.
struct SQLiteErrorTests {
    private enum Verdict { case damaged, failed, full, inUse, refused }

    private func verdict(_ code: Int32, _ detail: Int32 = 0) -> Verdict? {
        switch JournalError(sqlite: code | detail << 8, "", "/j") {
        case .damaged("/j", ""): .damaged
        case .inputOutput("/j", "", code | detail << 8): .failed
        case .full("/j"): .full
        case .inUse("/j"): .inUse
        case .refused("/j", "", code | detail << 8): .refused
        default: nil
        }
    }

    @Test(arguments: [
        SQLITE_INTERNAL, SQLITE_PERM, SQLITE_ABORT, SQLITE_NOMEM, SQLITE_READONLY, SQLITE_INTERRUPT, SQLITE_NOTFOUND,
        SQLITE_CANTOPEN, SQLITE_PROTOCOL, SQLITE_SCHEMA, SQLITE_TOOBIG, SQLITE_MISUSE, SQLITE_NOLFS, SQLITE_AUTH,
        SQLITE_RANGE,
    ])
    func `a refusal says nothing about the file, whatever its details are`(code: Int32) {
        for detail in Int32(0)...8 { #expect(verdict(code, detail) == .refused, "\(detail)") }
    }

    @Test(arguments: [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH])
    func `contents that are wrong are damage`(code: Int32) {
        for detail in Int32(0)...3 { #expect(verdict(code, detail) == .damaged, "\(detail)") }
    }

    @Test func `a file that another process uses, and a full disk, have their own verdicts`() {
        for detail in Int32(0)...3 {
            #expect(verdict(SQLITE_BUSY, detail) == .inUse && verdict(SQLITE_LOCKED, detail) == .inUse)
        }
        #expect(verdict(SQLITE_FULL) == .full)
    }

    @Test func `of the failures of a disk, only locks, memory and paths leave the file as it was`() {
        let expected: [Verdict?: [Int32]] = [
            // SHORT_READ, DATA
            .damaged: [2, 32],
            // READ, WRITE, FSYNC, DIR_FSYNC, TRUNCATE, FSTAT, DELETE, CLOSE, DIR_CLOSE, SEEK, DELETE_NOENT, MMAP, VNODE,
            // BEGIN_ATOMIC, COMMIT_ATOMIC, ROLLBACK_ATOMIC, CORRUPTFS, IN_PAGE
            .failed: [0, 1, 3, 4, 5, 6, 7, 10, 16, 17, 22, 23, 24, 27, 29, 30, 31, 33, 34],
            // UNLOCK, RDLOCK, BLOCKED, NOMEM, ACCESS, CHECKRESERVEDLOCK, LOCK, SHMOPEN, SHMSIZE, SHMLOCK, SHMMAP,
            // GETTEMPPATH, CONVPATH, AUTH
            .refused: [8, 9, 11, 12, 13, 14, 15, 18, 19, 20, 21, 25, 26, 28],
        ]
        #expect(Dictionary(grouping: 0...34) { verdict(SQLITE_IOERR, $0) } == expected)
    }
}
