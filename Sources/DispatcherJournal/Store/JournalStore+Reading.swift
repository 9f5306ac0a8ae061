import GRDB

/// What is read from a database, and deleted.
extension JournalStore {
    private static let selection = (["number"] + JournalEntry.columns + ["checksum"]).joined(separator: ", ")

    /// A page of rows. Whoever wants many takes them page by page, so that no writer waits long.
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

    /// All rows, oldest first.
    func allRows(where condition: String) throws(JournalError) -> [StoredRow] {
        try rows(where: condition, order: "number", limit: -1)
    }

    /// The rows of the requests that are not settled, oldest first.
    /// - Throws: ``JournalError/damaged(_:_:)`` too if a request appears twice, as when a page is reached by two ways:
    ///   it must not be run twice.
    func openRows() throws(JournalError) -> [StoredRow] {
        let rows = try allRows(where: "cursor IS NULL")
        let ids = rows.compactMap(\.entry?.id)
        guard Set(ids).count == ids.count else { throw .damaged(path, "a request appears twice") }
        return rows
    }

    func count(where condition: String) throws(JournalError) -> Int {
        try access { try Int.fetchOne($0, sql: "SELECT count(*) FROM request WHERE \(condition)") ?? 0 }
    }

    /// The highest cursor that was ever given.
    func lastCursor() throws(JournalError) -> Int64 {
        try access { db in
            let kept = try Int64.fetchOne(db, sql: "SELECT max(cursor) FROM request") ?? 0
            let deleted = try Int64.fetchOne(db, sql: "SELECT max(last_cursor) FROM deletion") ?? 0
            return max(kept, deleted)
        }
    }

    /// Deletes the oldest of the settled requests that came in before a time of day.
    /// - Returns: How many there were.
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

    /// Makes the file as small as its rows, and leaves nothing in its write-ahead log.
    func shrink() throws(JournalError) {
        try access { try $0.execute(sql: "VACUUM") }
        try emptyLog()
    }

    /// Moves what stands in the write-ahead log to its place, and empties it.
    func emptyLog() throws(JournalError) {
        try access { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    }
}
