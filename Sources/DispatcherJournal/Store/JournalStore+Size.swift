/// The size of a database, and the deletion of its oldest rows.
extension JournalStore {
    /// The most rows that one step deletes.
    private static let rows = 1000
    /// The columns whose values may be long.
    private static let texts = [
        "url", "environment", "narrowing", "input", "arguments", "output", "error_message", "error_detail",
        "callback_url", "callback_reason",
    ]

    /// The pages of the database, and those of them that hold something.
    var pages: (all: Int, used: Int) {
        get throws(JournalError) {
            try access { db throws(SQLiteError) in
                let all = Int(try db.integer("PRAGMA page_count") ?? 0)
                return (all, all - Int(try db.integer("PRAGMA freelist_count") ?? 0))
            }
        }
    }

    /// Sets the most pages that the database may have. One that has more stays as it is.
    func limit(pages: Int) throws(JournalError) {
        try access { db throws(SQLiteError) in try db.execute("PRAGMA max_page_count = \(pages)") }
    }

    /// Deletes the finished requests that finished first, until so many bytes of their texts are deleted.
    /// - Returns: The number of deleted requests.
    func deleteOldest(bytes: Int, lastCursor: Int64) throws(JournalError) -> Int {
        let length = Self.texts.map { "ifnull(length(CAST(\($0) AS BLOB)), 0)" }.joined(separator: " + ")
        let oldest = "SELECT cursor, \(length) FROM request WHERE cursor IS NOT NULL ORDER BY cursor LIMIT \(Self.rows)"
        return try access { db throws(SQLiteError) in
            var last: Int64 = 0
            var found = 0
            try db.read(oldest) { row in
                last = row.integer(0)
                found += Int(row.integer(1))
                return found < bytes
            }
            return try delete(
                "DELETE FROM request WHERE cursor IS NOT NULL AND cursor <= ?", [.integer(last)],
                lastCursor: lastCursor, in: db)
        }
    }

    /// Deletes rows, and keeps the last cursor that was given, since it may have been theirs.
    /// - Returns: The number of deleted rows.
    func delete(
        _ sql: String, _ values: [SQLiteValue], lastCursor: Int64, in db: SQLiteConnection
    ) throws(SQLiteError) -> Int {
        try db.transaction { () throws(SQLiteError) in
            let deleted = try db.execute(sql, values)
            if deleted > 0 { try db.execute("UPDATE deletion SET last_cursor = ?", [.integer(lastCursor)]) }
            return deleted
        }
    }
}
