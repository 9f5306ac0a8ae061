import DispatcherMessages
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
        let logPages = size?.logPages ?? 1000
        try db.execute(
            """
            PRAGMA synchronous = NORMAL; PRAGMA cache_size = -512; PRAGMA wal_autocheckpoint = \(logPages);
            PRAGMA journal_size_limit = \(logPages * JournalSize.page)
            """)
        guard try JournalSchema.prepare(db, isChecked: isChecked) else { throw .otherSchema(path) }
        if let limit = pageLimit ?? size?.pages { try db.execute("PRAGMA max_page_count = \(limit)") }
    }

    /// Opens a database in memory, with room for all that is under way.
    convenience init() throws(JournalError) {
        try self.init(path: Self.memory, isChecked: false, size: nil, pageLimit: nil)
    }

    var isInMemory: Bool { db.path == Self.memory }

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

    private static let selection = (["number"] + JournalColumns.names).joined(separator: ", ")

    func history(
        _ query: HistoryQuery, below number: Int64, count: Int
    ) throws(JournalError) -> (rows: [StoredRow], next: Int64?) {
        var condition = "number < ?"
        var values: [SQLiteValue] = [.integer(number)]
        if let id = query.id {
            condition += " AND (id = ? OR client_id = ?)"
            values += [.text(id), .text(id)]
        }
        if !query.namesRequests { condition += " AND cursor IS NOT NULL" }
        let rows = try rows(where: condition, values, order: "number DESC", limit: count)
        return (rows, rows.count == count ? rows.last?.number : nil)
    }

    func finished(after cursor: Int64, limit: Int) throws(JournalError) -> [StoredRow] {
        try rows(where: "cursor > ?", [.integer(cursor)], order: "cursor", limit: limit)
    }

    /// Reads all requests, oldest first.
    func entries() throws(JournalError) -> [JournalEntry] {
        try rows(where: "1", order: "number", limit: -1).compactMap(\.entry)
    }

    private func rows(
        where condition: String, _ values: [SQLiteValue] = [], order: String, limit: Int
    ) throws(JournalError) -> [StoredRow] {
        let sql = "SELECT \(Self.selection) FROM request WHERE \(condition) ORDER BY \(order) LIMIT ?"
        var found: [StoredRow] = []
        try db.read(sql, values + [.integer(Int64(limit))]) { row in
            found.append(StoredRow(row))
            return true
        }
        return found
    }

    /// - Throws: ``JournalError/damaged(_:_:)`` also if a request appears twice, which happens when two pages refer to
    ///   the same page: the request must not run twice.
    func openRows() throws(JournalError) -> [StoredRow] {
        let rows = try rows(where: "cursor IS NULL", order: "number", limit: -1)
        let ids = rows.compactMap(\.entry?.id)
        guard Set(ids).count == ids.count else { throw .damaged(db.path, "a request appears twice") }
        return rows
    }

    func uncertainCallbacks() throws(JournalError) -> Int {
        Int(try db.integer("SELECT count(*) FROM request WHERE callback_state = 'uncertain'") ?? 0)
    }

    /// Reads the highest cursor that was ever assigned.
    func lastCursor() throws(JournalError) -> Int64 {
        let kept = try db.integer("SELECT max(cursor) FROM request WHERE cursor IS NOT NULL") ?? 0
        let deleted = try db.integer("SELECT max(last_cursor) FROM deletion") ?? 0
        return max(kept, deleted)
    }

    /// The maximum number of rows that one step deletes.
    private static let rows = 1000
    /// The SQL expression for the number of bytes of a row.
    private static let size = JournalColumns.names.map(SQLiteValue.size(ofColumn:)).joined(separator: " + ")

    /// The number of all pages of the file, and the number of pages in use.
    private var pages: (all: Int, used: Int) {
        get throws(JournalError) {
            let all = Int(try db.integer("PRAGMA page_count") ?? 0)
            return (all, all - Int(try db.integer("PRAGMA freelist_count") ?? 0))
        }
    }

    func exceeds(_ size: JournalSize) throws(JournalError) -> Bool {
        let pages = try pages
        return pages.used > size.pagesToKeep || pages.all > size.pages
    }

    func shrink(to size: JournalSize, lastCursor: Int64) throws(JournalError) -> Bool {
        // A file that has more pages stays as it is.
        if !isInMemory { try db.execute("PRAGMA max_page_count = \(size.pages)") }
        let pages = try pages
        let excess = (pages.used - size.pagesToKeep) * JournalSize.page
        if excess > 0 {
            guard try countShares(size) else { return true }
            return try deleteOldest(bytes: min(excess, size.step), lastCursor: lastCursor)
        }
        if pages.all > size.pages { try compact() }
        return false
    }

    func makeRoom(within size: JournalSize, lastCursor: Int64) throws(JournalError) -> Bool {
        guard try pages.all > size.pagesToKeep else { return false }
        while try !countShares(size) {}
        return try deleteOldest(bytes: size.step, lastCursor: lastCursor)
    }

    /// Continues to count the bytes that each socket holds. Returns whether the count is complete.
    private func countShares(_ size: JournalSize) throws(JournalError) -> Bool {
        let rows = try finished(from: shares.end + 1, of: nil, bytes: size.step)
        for row in rows { shares.add(row.bytes, of: row.door, at: row.cursor) }
        return rows.count < Self.rows && rows.reduce(0) { $0 + $1.bytes } < size.step
    }

    /// Deletes the oldest finished requests until this many bytes are deleted. If one socket holds more than half of
    /// all bytes, only requests of that socket are deleted.
    /// - Returns: Whether a request was deleted.
    private func deleteOldest(bytes: Int, lastCursor: Int64) throws(JournalError) -> Bool {
        let door = shares.louder
        let rows = try finished(from: shares.start(of: door), of: door, bytes: bytes)
        guard let first = rows.first, let last = rows.last else { return false }
        let deleted = try delete(
            "cursor >= ? AND cursor <= ?" + Self.condition(door), [.integer(first.cursor), .integer(last.cursor)],
            lastCursor: lastCursor)
        for row in rows { shares.remove(row.bytes, of: row.door, at: row.cursor) }
        return deleted > 0
    }

    /// Deletes the requests that finished first. Keeps about this many.
    func keep(finished count: Int, lastCursor: Int64) throws(JournalError) {
        _ = try delete("cursor <= ?", [.integer(lastCursor - Int64(count))], lastCursor: lastCursor)
    }

    /// Reads the requests that finished first, until this many bytes are read.
    /// - Parameter door: The socket of the requests; nil for all sockets.
    private func finished(
        from cursor: Int64, of door: Door?, bytes: Int
    ) throws(JournalError) -> [(cursor: Int64, door: Door, bytes: Int)] {
        let sql = """
            SELECT cursor, door, \(Self.size) FROM request
            WHERE cursor >= ?\(Self.condition(door)) ORDER BY cursor LIMIT \(Self.rows)
            """
        var rows: [(cursor: Int64, door: Door, bytes: Int)] = []
        var found = 0
        try db.read(sql, [.integer(cursor)]) { row in
            // A row of a socket that this version does not know counts as a row of the control socket.
            let door = row.column(1)?.string.flatMap(Door.init) ?? .control
            rows.append((row.integer(0), door, Int(row.integer(2))))
            found += Int(row.integer(2))
            return found < bytes
        }
        return rows
    }

    private static func condition(_ door: Door?) -> String { door.map { " AND door = '\($0.rawValue)'" } ?? "" }

    func delete(acceptedBefore wall: Int64, atMost count: Int, lastCursor: Int64) throws(JournalError) -> Int {
        let condition = """
            number IN (
                SELECT number FROM request WHERE accepted_wall < ? AND cursor IS NOT NULL
                ORDER BY accepted_wall LIMIT ?)
            """
        let count = try delete(condition, [.integer(wall), .integer(Int64(count))], lastCursor: lastCursor)
        if count > 0 { shares = DoorShares() }
        return count
    }

    /// Deletes rows. Records the last cursor that was assigned, because a deleted row may have had this cursor.
    /// - Returns: The number of deleted rows.
    private func delete(
        _ condition: String, _ values: [SQLiteValue], lastCursor: Int64
    ) throws(JournalError) -> Int {
        try db.transaction { () throws(JournalError) in
            let deleted = try db.execute("DELETE FROM request WHERE \(condition)", values)
            if deleted > 0 { try db.execute("UPDATE deletion SET last_cursor = ?", [.integer(lastCursor)]) }
            return deleted
        }
    }

    func compact() throws(JournalError) {
        try db.execute("VACUUM")
        try emptyLog()
    }

    func emptyLog() throws(JournalError) { try db.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
}

extension StoredRow {
    /// Reads the current row of a statement: its number, the columns of an entry, and their checksum.
    fileprivate init(_ statement: SQLiteStatement) {
        number = statement.integer(0)
        let last = Int32(JournalColumns.all.count)
        let row = (1...last).compactMap(statement.column)
        let isSound = row.count == last && statement.integer(last + 1) == row.checksum
        entry = isSound ? JournalColumns.entry(of: row) : nil
    }
}
