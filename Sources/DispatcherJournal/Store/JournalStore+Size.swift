import RequestRecord

/// The size of a database, and the deletion of its oldest rows.
extension JournalStore {
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
