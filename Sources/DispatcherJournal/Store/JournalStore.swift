import RequestRecord
import SystemSQLite
import UnixSystem

/// The rows in an SQLite file, or in a database of SQLite in memory. All functions block, so only the journal's thread uses this store.
final class JournalStore: RowStore {
    let db: SQLiteConnection
    /// The bytes that each socket holds of the file, as far as they are counted.
    var shares = DoorShares()
    private static let memory = ":memory:"
    private static let names = JournalColumns.names.joined(separator: ", ")
    private static let places = JournalColumns.names.map { _ in "?" }.joined(separator: ", ")
    /// The columns that never change and have an index. A replacement omits these columns, so that their indexes need no
    /// change.
    private static let fixed: Set = ["id", "client_id", "accepted_wall"]
    private static let assignments = JournalColumns.names.filter { !fixed.contains($0) }
        .map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    private static let insertion = "INSERT INTO request (\(names)) VALUES (\(places)) ON CONFLICT DO NOTHING"
    private static let replacement = """
        INSERT INTO request (\(names)) VALUES (\(places)) ON CONFLICT (id) DO UPDATE SET \(assignments)
        """

    /// Opens a file, which must exist and may be empty.
    /// - Parameters:
    ///   - isChecked: Whether to read the whole file first, to find damage.
    ///   - size: The maximum size of the file and its log; nil for no limit.
    ///   - pageLimit: The maximum number of pages; nil for the limit of `size`.
    init(path: String, isChecked: Bool, size: JournalSize?, pageLimit: Int?) throws(JournalError) {
        db = try SQLiteConnection(path: path)
        try Self.configure(db, logPages: size?.logPages ?? 1000)
        guard try JournalSchema.prepare(db, isChecked: isChecked) else { throw .otherSchema(path) }
        if let limit = pageLimit ?? size?.pages { try db.execute("PRAGMA max_page_count = \(limit)") }
    }

    /// Opens a database in memory, with room for all that is under way.
    convenience init() throws(JournalError) {
        try self.init(path: Self.memory, isChecked: false, size: nil, pageLimit: nil)
    }

    var isInMemory: Bool { db.path == Self.memory }

    private static func configure(_ db: SQLiteConnection, logPages: Int) throws(JournalError) {
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
            throw db.error(SQLITE_CANTOPEN, "journal_mode \(mode ?? "none")")
        }
        guard !db.isReadOnly else { throw db.error(SQLITE_NOTADB, "its header forbids writing") }
        try db.execute(
            """
            PRAGMA synchronous = NORMAL; PRAGMA cache_size = -512; PRAGMA wal_autocheckpoint = \(logPages);
            PRAGMA journal_size_limit = \(logPages * JournalSize.page)
            """)
    }

    func write(_ changes: [RowChange], deleting numbers: [Int64]) throws(JournalError) -> Set<String> {
        guard !changes.isEmpty || !numbers.isEmpty else { return [] }
        guard isInMemory || !db.isMoved else { throw .removed(db.path) }
        guard isInMemory || File.exists("\(db.path)-wal") else { throw .removed("\(db.path)-wal") }
        return try db.transaction { () throws(JournalError) in
            for number in numbers { try db.execute("DELETE FROM request WHERE number = ?", [.integer(number)]) }
            var duplicates: Set<String> = []
            for change in changes where try !write(change) { duplicates.insert(change.entry.id) }
            return duplicates
        }
    }

    /// Writes a row.
    /// - Returns: False if a new request has the id of another request; then the row is not written.
    private func write(_ change: RowChange) throws(JournalError) -> Bool {
        var row = JournalColumns.row(of: change.entry)
        row.append(.integer(row.checksum))
        return try db.execute(change.isNew ? Self.insertion : Self.replacement, row) > 0
    }

    /// Closes the connection. No write-ahead log is left.
    func close() throws(JournalError) { try db.close() }
}
