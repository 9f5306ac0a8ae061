import GRDB

/// Reading and deleting rows.
extension JournalStore {
    private static let selection = (["number"] + JournalEntry.columns + ["checksum"]).joined(separator: ", ")

    /// Reads a page of rows. Read many rows page by page, so that no writer waits long.
    func rows(
        where condition: String, _ arguments: StatementArguments = [], order: String, limit: Int
    ) throws(JournalError) -> [StoredRow] {
        let sql = "SELECT \(Self.selection) FROM request WHERE \(condition) ORDER BY \(order) LIMIT ?"
        return try access { db in
            let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments + [limit])
            var found: [StoredRow] = []
            while let row = try rows.next() { found.append(StoredRow(row)) }
            return found
        }
    }

    /// Reads all rows, oldest first.
    func allRows(where condition: String) throws(JournalError) -> [StoredRow] {
        try rows(where: condition, order: "number", limit: -1)
    }

    /// Reads the rows of the unfinished requests, oldest first.
    /// - Throws: ``JournalError/damaged(_:_:)`` also if a request appears twice, which happens when two pages refer to
    ///   the same page: it must not run twice.
    func openRows() throws(JournalError) -> [StoredRow] {
        let rows = try allRows(where: "cursor IS NULL")
        let ids = rows.compactMap(\.entry?.id)
        guard Set(ids).count == ids.count else { throw .damaged(path, "a request appears twice") }
        return rows
    }

    func count(where condition: String) throws(JournalError) -> Int {
        try access { try Int.fetchOne($0, sql: "SELECT count(*) FROM request WHERE \(condition)") ?? 0 }
    }

    /// Reads the highest cursor that was ever assigned.
    func lastCursor() throws(JournalError) -> Int64 {
        try access { db in
            let kept = try Int64.fetchOne(db, sql: "SELECT max(cursor) FROM request") ?? 0
            let deleted = try Int64.fetchOne(db, sql: "SELECT max(last_cursor) FROM deletion") ?? 0
            return max(kept, deleted)
        }
    }

    /// Deletes the oldest finished requests from before a time of day.
    /// - Returns: The number of deleted requests.
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

    /// Shrinks the file to the size of its rows, and empties its write-ahead log.
    func shrink() throws(JournalError) {
        try access { try $0.execute(sql: "VACUUM") }
        try emptyLog()
    }

    /// Copies the write-ahead log to the database and empties it.
    func emptyLog() throws(JournalError) {
        try access { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    }
}
