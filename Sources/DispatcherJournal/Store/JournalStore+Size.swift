import DispatcherMessages
import RequestRecord

/// The size of a database, and the deletion of its oldest rows.
extension JournalStore {
    /// The maximum number of rows that one step deletes.
    private static let rows = 1000
    /// The SQL expression for the number of bytes of a row.
    private static let size = JournalColumn.names.map(SQLiteValue.size(ofColumn:)).joined(separator: " + ")

    var pages: (all: Int, used: Int) {
        get throws(JournalError) {
            try access { db throws(SQLiteError) in
                let all = Int(try db.integer("PRAGMA page_count") ?? 0)
                return (all, all - Int(try db.integer("PRAGMA freelist_count") ?? 0))
            }
        }
    }

    func limit(pages: Int) throws(JournalError) {
        guard !isInMemory else { return }
        try access { db throws(SQLiteError) in try db.execute("PRAGMA max_page_count = \(pages)") }
    }

    func count(_ shares: inout DoorShares, bytes: Int) throws(JournalError) {
        let rows = try finished(from: shares.end + 1, of: nil, bytes: bytes)
        for row in rows { shares.add(row.bytes, of: row.door, at: row.cursor) }
        shares.isComplete = rows.isEmpty
    }

    func deleteOldest(bytes: Int, _ shares: inout DoorShares, lastCursor: Int64) throws(JournalError) -> Int {
        let door = shares.louder
        let rows = try finished(from: shares.start(of: door), of: door, bytes: bytes)
        guard let first = rows.first, let last = rows.last else { return 0 }
        let deleted = try access { db throws(SQLiteError) in
            try delete(
                "DELETE FROM request WHERE cursor >= ? AND cursor <= ?" + Self.condition(door),
                [.integer(first.cursor), .integer(last.cursor)], lastCursor: lastCursor, in: db)
        }
        for row in rows { shares.remove(row.bytes, of: row.door, at: row.cursor) }
        return deleted
    }

    /// Deletes the requests that finished first. Keeps about this many.
    func keep(finished count: Int, lastCursor: Int64) throws(JournalError) {
        try access { db throws(SQLiteError) in
            _ = try delete(
                "DELETE FROM request WHERE cursor <= ?", [.integer(lastCursor - Int64(count))], lastCursor: lastCursor,
                in: db)
        }
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
        return try access { db throws(SQLiteError) in
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
    }

    private static func condition(_ door: Door?) -> String { door.map { " AND door = '\($0.rawValue)'" } ?? "" }

    /// Deletes rows. Records the last cursor that was assigned, because a deleted row may have had this cursor.
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
