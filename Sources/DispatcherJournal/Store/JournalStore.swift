import DispatcherMessages
import RequestRecord
import SystemSQLite
import UnixSystem

/// The rows in an SQLite file, or in a database of SQLite in memory. All functions block, so only the journal's thread uses this store.
final class JournalStore: RowStore {
    private let connection: SQLiteConnection
    /// The path of the file, for errors too.
    let path: String
    private static let memory = ":memory:"
    private static let names = JournalColumn.names.joined(separator: ", ")
    private static let places = JournalColumn.names.map { _ in "?" }.joined(separator: ", ")
    private static let insertion = "INTO request (\(names)) VALUES (\(places))"
    private static let assignments = (JournalColumn.all.filter(\.isChanging).map(\.name) + [JournalColumn.checksum])
        .map { "\($0) = ?" }.joined(separator: ", ")

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
        } catch {
            throw JournalError(path, error)
        }
        guard isOurs else { throw .otherSchema(path) }
    }

    /// Opens a database in memory, with room for all that is under way.
    convenience init() throws(JournalError) {
        try self.init(path: Self.memory, isChecked: false, size: nil, pageLimit: nil)
    }

    var isInMemory: Bool { path == Self.memory }

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
        guard mode == "wal" || mode == "memory" else {
            throw SQLiteError(SQLITE_CANTOPEN, message: "journal_mode \(mode ?? "none")")
        }
        guard !db.isReadOnly else { throw SQLiteError(SQLITE_NOTADB, message: "its header forbids writing") }
        try db.execute(
            """
            PRAGMA synchronous = NORMAL; PRAGMA cache_size = -512; PRAGMA wal_autocheckpoint = \(logPages);
            PRAGMA journal_size_limit = \(logPages * JournalSize.page)
            """)
    }

    func write(_ changes: [RowChange], deleting numbers: [Int64]) throws(JournalError) -> Set<String> {
        guard !changes.isEmpty || !numbers.isEmpty else { return [] }
        guard isInMemory || !connection.isMoved else { throw .removed(path) }
        guard isInMemory || File.exists("\(path)-wal") else { throw .removed("\(path)-wal") }
        return try access { db throws(SQLiteError) in
            try db.transaction { () throws(SQLiteError) in
                for number in numbers { try db.execute("DELETE FROM request WHERE number = ?", [.integer(number)]) }
                var duplicates: Set<String> = []
                for change in changes where try !Self.write(change, db) { duplicates.insert(change.entry.id) }
                return duplicates
            }
        }
    }

    /// Writes a row.
    /// - Returns: False if a new request has the id of another request; then the row is not written.
    private static func write(_ change: RowChange, _ db: SQLiteConnection) throws(SQLiteError) -> Bool {
        var row = JournalColumn.row(of: change.entry)
        row.append(.integer(row.checksum))
        change.bytes = row.reduce(0) { $0 + $1.size }
        do throws(SQLiteError) {
            switch change.verb {
            case .insert: try db.execute("INSERT \(insertion)", row)
            case .replace: try db.execute("INSERT OR REPLACE \(insertion)", row)
            case .update:
                let changing = zip(JournalColumn.all, row).filter { $0.0.isChanging }.map { $0.1 }
                try db.execute(
                    "UPDATE request SET \(assignments) WHERE id = ?", changing + [row[JournalColumn.all.count], row[0]])
            }
            return true
        } catch {
            guard error.code == SQLITE_CONSTRAINT else { throw error }
            return false
        }
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
        try access { db throws(SQLiteError) in try db.close() }
    }
}
