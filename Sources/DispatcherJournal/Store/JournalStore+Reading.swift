import DispatcherMessages
import RequestRecord

/// Reads rows.
extension JournalStore {
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
