import DispatcherMessages
import RequestRecord

/// Reads and deletes rows.
extension JournalStore {
    private static let selection = (["number"] + JournalColumn.names).joined(separator: ", ")

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

    func requests(clientID: String, door: Door) throws(JournalError) -> [StoredRow] {
        try rows(
            where: "client_id = ? AND door = ?", [.text(clientID), .text(door.rawValue)], order: "number DESC",
            limit: 100
        ).reversed()
    }

    func requestsWithClientIDs(amongNewest count: Int) throws(JournalError) -> [StoredRow] {
        try rows(
            where: "client_id IS NOT NULL AND cursor IS NOT NULL AND number > (SELECT max(number) FROM request) - ?",
            [.integer(Int64(count))], order: "number DESC", limit: -1)
    }

    /// Reads all requests, oldest first.
    func entries() throws(JournalError) -> [JournalEntry] {
        try rows(where: "1", order: "number", limit: -1).compactMap(\.entry)
    }

    func newest() throws(JournalError) -> StoredRow? {
        try rows(where: "1", order: "number DESC", limit: 1).first
    }

    private func rows(
        where condition: String, _ values: [SQLiteValue] = [], order: String, limit: Int
    ) throws(JournalError) -> [StoredRow] {
        let sql = "SELECT \(Self.selection) FROM request WHERE \(condition) ORDER BY \(order) LIMIT ?"
        return try access { db throws(SQLiteError) in
            var found: [StoredRow] = []
            try db.read(sql, values + [.integer(Int64(limit))]) { row in
                found.append(StoredRow(row))
                return true
            }
            return found
        }
    }

    /// - Throws: ``JournalError/damaged(_:_:)`` also if a request appears twice, which happens when two pages refer to
    ///   the same page: the request must not run twice.
    func openRows() throws(JournalError) -> [StoredRow] {
        let rows = try rows(where: "cursor IS NULL", order: "number", limit: -1)
        let ids = rows.compactMap(\.entry?.id)
        guard Set(ids).count == ids.count else { throw .damaged(path, "a request appears twice") }
        return rows
    }

    func uncertainCallbacks() throws(JournalError) -> Int {
        let sql = "SELECT count(*) FROM request WHERE callback_state = 'uncertain'"
        return try access { db throws(SQLiteError) in Int(try db.integer(sql) ?? 0) }
    }

    /// Reads the highest cursor that was ever assigned.
    func lastCursor() throws(JournalError) -> Int64 {
        try access { db throws(SQLiteError) in
            let kept = try db.integer("SELECT max(cursor) FROM request WHERE cursor IS NOT NULL") ?? 0
            let deleted = try db.integer("SELECT max(last_cursor) FROM deletion") ?? 0
            return max(kept, deleted)
        }
    }

    func delete(acceptedBefore wall: Int64, atMost count: Int, lastCursor: Int64) throws(JournalError) -> Int {
        let sql = """
            DELETE FROM request WHERE number IN (
                SELECT number FROM request WHERE accepted_wall < ? AND cursor IS NOT NULL
                ORDER BY accepted_wall LIMIT ?)
            """
        return try access { db throws(SQLiteError) in
            try delete(sql, [.integer(wall), .integer(Int64(count))], lastCursor: lastCursor, in: db)
        }
    }

    func shrink() throws(JournalError) {
        try access { db throws(SQLiteError) in try db.execute("VACUUM") }
        try emptyLog()
    }

    func emptyLog() throws(JournalError) {
        try access { db throws(SQLiteError) in try db.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
    }
}

extension StoredRow {
    /// Reads the current row of a statement: its number, the columns of an entry, and their checksum.
    fileprivate init(_ statement: SQLiteStatement) {
        number = statement.integer(0)
        let last = Int32(JournalColumn.all.count)
        let row = (1...last).compactMap(statement.column)
        let isSound = row.count == last && statement.integer(last + 1) == row.checksum
        entry = isSound ? JournalColumn.entry(of: row) : nil
    }
}
