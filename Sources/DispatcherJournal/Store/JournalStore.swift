import DispatcherMessages
import RequestRecord
import SystemSQLite
import UnixSystem

/// The rows in an SQLite file. All functions block, so only the journal's thread uses this store.
final class JournalStore: FileStore {
    private let connection: SQLiteConnection
    /// Nil after the file is closed.
    private var writer: RowWriter?
    /// The name of the database in errors.
    let path: String
    /// Whether SQLite waits for the disk at each commit.
    private var isFull = false

    /// Opens a file, which must exist and may be empty.
    /// - Parameters:
    ///   - isChecked: Whether to read the whole file first, to find damage.
    ///   - size: The maximum size of the file and its log; nil for no limit.
    ///   - pageLimit: The maximum number of pages; nil for the limit of `size`.
    init(path: String, isChecked: Bool, size: JournalSize?, pageLimit: Int?) throws(JournalError) {
        self.path = path
        let isOurs: Bool
        do throws(SQLiteError) {
            connection = try SQLiteConnection(path: path)
            try Self.configure(connection, logPages: size?.logPages ?? 1000)
            isOurs = try JournalSchema.prepare(connection, isChecked: isChecked)
            if let limit = pageLimit ?? size?.pages { try connection.execute("PRAGMA max_page_count = \(limit)") }
            writer = isOurs ? try RowWriter(connection) : nil
        } catch {
            throw JournalError(path, error)
        }
        guard isOurs else { throw .otherSchema(path) }
    }

    private static func configure(_ db: SQLiteConnection, logPages: Int) throws(SQLiteError) {
        // SQLite overwrites deleted data, writes no temporary files, and does not trust the file's schema. No other
        // process can write the file. No file is mapped into memory, because its truncation would kill this process.
        try db.execute(
            """
            PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF;
            PRAGMA cell_size_check = ON; PRAGMA locking_mode = EXCLUSIVE
            """)
        // SQLite detects a file that is not a database only at the first statement that reads.
        let mode = try db.text("PRAGMA journal_mode = WAL")
        guard mode == "wal" else { throw SQLiteError(SQLITE_CANTOPEN, message: "journal_mode \(mode ?? "none")") }
        guard !db.isReadOnly else { throw SQLiteError(SQLITE_NOTADB, message: "its header forbids writing") }
        try db.execute(
            """
            PRAGMA synchronous = NORMAL; PRAGMA cache_size = -512; PRAGMA wal_autocheckpoint = \(logPages);
            PRAGMA journal_size_limit = \(logPages * JournalSize.page)
            """)
    }

    func write(
        _ changes: [RowChange], deleting numbers: [Int64], isDurable: Bool
    ) throws(JournalError) -> Set<String> {
        guard !changes.isEmpty || !numbers.isEmpty else { return [] }
        guard !connection.isMoved else { throw .removed(path) }
        guard File.exists("\(path)-wal") else { throw .removed("\(path)-wal") }
        return try access { db throws(SQLiteError) in
            guard let writer = self.writer else { throw SQLiteError(SQLITE_MISUSE, message: "the file is closed") }
            try self.setFull(isDurable, db)
            return try db.transaction { () throws(SQLiteError) in
                for number in numbers { try db.execute("DELETE FROM request WHERE number = ?", [.integer(number)]) }
                var duplicates: Set<String> = []
                for change in changes where try !writer.write(change) { duplicates.insert(change.entry.id) }
                return duplicates
            }
        }
    }

    private func setFull(_ isDurable: Bool, _ db: SQLiteConnection) throws(SQLiteError) {
        guard isFull != isDurable else { return }
        // SQLite refuses this statement inside a transaction.
        try db.execute(isDurable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
        let level = try db.integer("PRAGMA synchronous")
        guard level == (isDurable ? 2 : 1) else {
            throw SQLiteError(SQLITE_IOERR, message: "synchronous is \(level ?? -1)")
        }
        isFull = isDurable
    }

    /// Runs statements. Adds the path of the file to an error.
    func access<Value>(
        _ body: (SQLiteConnection) throws(SQLiteError) -> Value
    ) throws(JournalError) -> Value {
        do throws(SQLiteError) {
            return try body(connection)
        } catch {
            throw JournalError(path, error)
        }
    }

    /// Closes the connection. No write-ahead log is left.
    func close() throws(JournalError) {
        writer = nil
        try access { db throws(SQLiteError) in try db.close() }
    }
}
