import DispatcherMessages
import GRDB
import GRDBSQLite
import XCallbackURL

/// Reading and deleting rows.
extension JournalStore {
    private static let selection = (["number"] + JournalEntry.columns + ["checksum"]).joined(separator: ", ")

    /// The rows that one part of the history looks at, at most, with a filter that may match few of them.
    private static let span: Int64 = 5000

    func history(
        _ query: HistoryQuery, below number: Int64, count: Int
    ) throws(JournalError) -> (rows: [StoredRow], next: Int64?) {
        var conditions = ["number < ?"]
        var arguments: StatementArguments = [number]
        if let id = query.id {
            conditions.append("(id = ? OR client_id = ?)")
            arguments += [id, id]
        }
        if let ending = query.ending {
            conditions.append("substr(id, ?) = ?")
            arguments += [-ending.utf8.count, ending]
        }
        if !query.namesRequests { conditions.append("cursor IS NOT NULL") }
        if let route = query.route {
            conditions.append("route = ?")
            arguments += [route]
        }
        if let route = query.exceptRoute {
            conditions.append("route IS NOT ?")
            arguments += [route]
        }
        if let url = query.exceptURL {
            conditions.append("NOT (url = ? AND door = ?)")
            arguments += [url, Door.control.rawValue]
        }
        if let outcome = query.outcome {
            conditions.append("outcome = ?")
            arguments += [outcome.rawValue]
        }
        if let since = query.since {
            conditions.append("accepted_wall >= ?")
            arguments += [since]
        }
        // A part looks at a limited number of rows, so that writers get their turn.
        var first: Int64?
        if query.isFilter {
            first = try max(0, min(number, lastNumber() + 1) - Self.span)
            conditions.append("number >= ?")
            arguments += [first]
        }
        let rows = try rows(
            where: conditions.joined(separator: " AND "), arguments, order: "number DESC", limit: count)
        if rows.count == count { return (rows, rows.last?.number) }
        return (rows, first == 0 ? nil : first)
    }

    private func lastNumber() throws(JournalError) -> Int64 {
        try access { try Int64.fetchOne($0.cachedStatement(sql: "SELECT max(number) FROM request")) ?? 0 }
    }

    func finished(after cursor: Int64, limit: Int) throws(JournalError) -> [StoredRow] {
        try rows(where: "cursor > ?", [cursor], order: "cursor", limit: limit)
    }

    func requests(clientID: String, door: Door) throws(JournalError) -> [StoredRow] {
        try rows(
            where: "client_id = ? AND door = ?", [clientID, door.rawValue], order: "number DESC", limit: 100
        ).reversed()
    }

    func newest() throws(JournalError) -> StoredRow? {
        try rows(where: "1", order: "number DESC", limit: 1).first
    }

    private func rows(
        where condition: String, _ arguments: StatementArguments = [], order: String, limit: Int
    ) throws(JournalError) -> [StoredRow] {
        let sql = "SELECT \(Self.selection) FROM request WHERE \(condition) ORDER BY \(order) LIMIT ?"
        return try access { db in
            let statement = try db.cachedStatement(sql: sql)
            let rows = try Row.fetchCursor(statement, arguments: arguments + [limit])
            var found: [StoredRow] = []
            while try rows.next() != nil { found.append(StoredRow(statement.sqliteStatement)) }
            return found
        }
    }

    /// Reads the rows of the unfinished requests, oldest first.
    /// - Throws: ``JournalError/damaged(_:_:)`` also if a request appears twice, which happens when two pages refer to
    ///   the same page: it must not run twice.
    func openRows() throws(JournalError) -> [StoredRow] {
        let rows = try rows(where: "cursor IS NULL", order: "number", limit: -1)
        let ids = rows.compactMap(\.entry?.id)
        guard Set(ids).count == ids.count else { throw .damaged(path, "a request appears twice") }
        return rows
    }

    func uncertainCallbacks() throws(JournalError) -> Int {
        try access { db in
            let sql = "SELECT count(*) FROM request WHERE callback_state = 'uncertain'"
            return try Int.fetchOne(db.cachedStatement(sql: sql)) ?? 0
        }
    }

    /// Reads the highest cursor that was ever assigned.
    func lastCursor() throws(JournalError) -> Int64 {
        try access { db in
            let kept = try Int64.fetchOne(db, sql: "SELECT max(cursor) FROM request WHERE cursor IS NOT NULL") ?? 0
            let deleted = try Int64.fetchOne(db, sql: "SELECT max(last_cursor) FROM deletion") ?? 0
            return max(kept, deleted)
        }
    }

    func delete(acceptedBefore wall: Int64, atMost count: Int, lastCursor: Int64) throws(JournalError) -> Int {
        try access { db in
            var deleted = 0
            try db.inTransaction(.immediate) {
                try db.execute(
                    sql: """
                        DELETE FROM request WHERE number IN (
                            SELECT number FROM request WHERE accepted_wall < ? AND cursor IS NOT NULL
                            ORDER BY accepted_wall LIMIT ?)
                        """, arguments: [wall, count])
                deleted = db.changesCount
                if deleted > 0 { try db.execute(sql: "UPDATE deletion SET last_cursor = ?", arguments: [lastCursor]) }
                return .commit
            }
            return deleted
        }
    }

    func shrink() throws(JournalError) {
        try access { try $0.execute(sql: "VACUUM") }
        try emptyLog()
    }

    func emptyLog() throws(JournalError) {
        try access { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    }
}

extension StoredRow {
    /// Takes the row that a statement has reached: its number, the columns of an entry, and their checksum.
    fileprivate init(_ statement: OpaquePointer) {
        number = sqlite3_column_int64(statement, 0)
        var row = RowBytes()
        let count = Int32(JournalEntry.columns.count)
        let isRead = (1...count).allSatisfy { row.add(column: $0, of: statement) }
        let isSound = isRead && sqlite3_column_int64(statement, count + 1) == row.checksum
        entry = isSound ? JournalEntry(row) : nil
    }
}

extension RowBytes {
    /// Adds a column as SQLite has it. False if this program never writes such a value.
    fileprivate mutating func add(column: Int32, of statement: OpaquePointer) -> Bool {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_NULL: add(nil as Int64?)
        case SQLITE_INTEGER: add(sqlite3_column_int64(statement, column))
        case SQLITE_TEXT:
            let text = sqlite3_column_text(statement, column)
            return add(UnsafeRawBufferPointer(start: text, count: Int(sqlite3_column_bytes(statement, column))))
        default: return false
        }
        return true
    }
}
