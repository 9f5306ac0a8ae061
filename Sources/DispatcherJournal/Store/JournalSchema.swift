import SystemSQLite

/// The tables of a journal. A file with other tables belongs to another version of this program, or to another program.
enum JournalSchema {
    /// The version, which the file stores as `user_version`.
    private static let version: Int64 = 1

    private static let columns = JournalColumns.all.map { "\($0.name) \($0.type)" }.joined(separator: ", ")

    /// The statements that make the tables, as SQLite stores the statements in the file.
    private static let statements = [
        // STRICT: a value of another type is damage, and is not converted.
        """
        CREATE TABLE request (number INTEGER PRIMARY KEY, \(columns), \(JournalColumns.checksum) INTEGER NOT NULL) STRICT
        """,
        "CREATE INDEX request_accepted ON request (accepted_wall)",
        "CREATE INDEX request_client_id ON request (client_id) WHERE client_id IS NOT NULL",
        "CREATE UNIQUE INDEX request_cursor ON request (cursor) WHERE cursor IS NOT NULL",
        "CREATE INDEX request_open ON request (number) WHERE cursor IS NULL",
        "CREATE INDEX request_uncertain ON request (number) WHERE callback_state = 'uncertain'",
        // The last cursor that was assigned before rows were deleted. No cursor is assigned twice.
        "CREATE TABLE deletion (last_cursor INTEGER NOT NULL) STRICT",
    ]

    /// Makes the tables in an empty file, and checks the tables of any other file.
    /// - Parameter isChecked: Whether to read the whole file to find damage.
    /// - Returns: Whether the file has these tables and no others.
    static func prepare(_ db: SQLiteConnection, isChecked: Bool) throws(JournalError) -> Bool {
        if isChecked {
            let finding = try db.text("PRAGMA quick_check(1)") ?? "nothing was checked"
            guard finding == "ok" else { throw db.error(SQLITE_CORRUPT, finding) }
        }
        let found = try db.integer("PRAGMA user_version")
        let tables = try self.tables(db)
        guard tables.isEmpty, found == 0 else { return tables == Set(statements) && found == version }
        try db.transaction { () throws(JournalError) in
            for statement in statements { try db.execute(statement) }
            try db.execute("INSERT INTO deletion VALUES (0); PRAGMA user_version = \(version)")
        }
        return true
    }

    private static func tables(_ db: SQLiteConnection) throws(JournalError) -> Set<String> {
        var tables: Set<String> = []
        // SQLite has no statement for an index that it made itself.
        try db.read("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL") { row in
            if let sql = row.column(0)?.string { tables.insert(sql) }
            return true
        }
        return tables
    }
}
