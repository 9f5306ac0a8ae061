import GRDB

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
            try access { db in
                let all = try Int.fetchOne(db.cachedStatement(sql: "PRAGMA page_count")) ?? 0
                return (all, all - (try Int.fetchOne(db.cachedStatement(sql: "PRAGMA freelist_count")) ?? 0))
            }
        }
    }

    /// Sets the most pages that the database may have. One that has more stays as it is.
    func limit(pages: Int) throws(JournalError) {
        try access { try $0.execute(sql: "PRAGMA max_page_count = \(pages)") }
    }

    /// Deletes the finished requests that finished first, until so many bytes of their texts are deleted.
    /// - Returns: The number of deleted requests.
    func deleteOldest(bytes: Int, lastCursor: Int64) throws(JournalError) -> Int {
        let length = Self.texts.map { "ifnull(length(CAST(\($0) AS BLOB)), 0)" }.joined(separator: " + ")
        let oldest = "SELECT cursor, \(length) FROM request WHERE cursor IS NOT NULL ORDER BY cursor LIMIT \(Self.rows)"
        return try access { db in
            var last: Int64 = 0
            var found = 0
            let rows = try Row.fetchCursor(db.cachedStatement(sql: oldest))
            while found < bytes, let row = try rows.next() {
                last = row[0]
                found += row[1]
            }
            var deleted = 0
            try db.inTransaction(.immediate) {
                try db.execute(sql: "DELETE FROM request WHERE cursor IS NOT NULL AND cursor <= ?", arguments: [last])
                deleted = db.changesCount
                if deleted > 0 { try db.execute(sql: "UPDATE deletion SET last_cursor = ?", arguments: [lastCursor]) }
                return .commit
            }
            return deleted
        }
    }
}
