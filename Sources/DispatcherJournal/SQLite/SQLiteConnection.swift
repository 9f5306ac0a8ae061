import SystemSQLite

/// A connection to an SQLite file. One thread may use it at a time.
final class SQLiteConnection {
    /// Nil after the connection is closed.
    private var handle: OpaquePointer?
    /// The compiled statements, kept for their next use.
    private var statements: [String: SQLiteStatement] = [:]

    /// Opens a file, which must exist and may be empty. SQLite reads the file at the first statement.
    init(path: String) throws(SQLiteError) {
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK else {
            // SQLite makes a connection even if the file cannot be opened.
            defer { sqlite3_close_v2(handle) }
            throw SQLiteError(code, of: handle)
        }
        // SQLite opens a file for reading alone if the file cannot be opened for writing.
        guard !isReadOnly else {
            defer { sqlite3_close_v2(handle) }
            throw SQLiteError(SQLITE_READONLY, message: "the file cannot be opened for writing")
        }
    }

    /// Whether the file, or the header that SQLite has read from it, forbids writing.
    var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

    /// Whether the path leads to another file than the open file, or to none.
    var isMoved: Bool {
        var isMoved: Int32 = 0
        return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &isMoved) != SQLITE_OK || isMoved != 0
    }

    deinit {
        statements = [:]
        sqlite3_close_v2(handle)
    }

    /// Closes the file. No statement may exist except the statements that the connection keeps.
    func close() throws(SQLiteError) {
        statements = [:]
        let code = sqlite3_close(handle)
        guard code == SQLITE_OK else { throw SQLiteError(code, of: handle) }
        handle = nil
    }

    private var open: OpaquePointer {
        get throws(SQLiteError) {
            guard let handle else { throw SQLiteError(SQLITE_MISUSE, message: "the file is closed") }
            return handle
        }
    }

    /// Runs one statement or more, and ignores their rows.
    func execute(_ sql: String) throws(SQLiteError) {
        let handle = try open
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteError(code, of: handle) }
    }

    /// Runs a statement that returns no rows.
    /// - Returns: The number of rows that the statement inserted, changed or deleted.
    @discardableResult
    func execute(_ sql: String, _ values: [SQLiteValue]) throws(SQLiteError) -> Int {
        try kept(sql).read(values) { _ in false }
        return Int(sqlite3_changes(handle))
    }

    /// Reads rows, until there are no more or the body returns false.
    func read(
        _ sql: String, _ values: [SQLiteValue] = [], row: (SQLiteStatement) -> Bool
    ) throws(SQLiteError) {
        try kept(sql).read(values, row: row)
    }

    /// Reads the integer in the first column of the first row.
    /// - Returns: Nil if there is no row, or if the value is not an integer.
    func integer(_ sql: String) throws(SQLiteError) -> Int64? { try first(sql, \.number) ?? nil }

    /// Reads the text in the first column of the first row.
    /// - Returns: Nil if there is no row, or if the value is not a text.
    func text(_ sql: String) throws(SQLiteError) -> String? { try first(sql, \.string) ?? nil }

    /// Reads the first column of the first row.
    private func first<Value>(_ sql: String, _ body: (SQLiteValue) -> Value) throws(SQLiteError) -> Value? {
        var found: Value?
        try read(sql) { row in
            found = row.column(0).map(body)
            return false
        }
        return found
    }

    private func kept(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        if let statement = statements[sql] { return statement }
        let statement = try SQLiteStatement(sql, on: open)
        statements[sql] = statement
        return statement
    }

    /// Runs the body in a transaction that writes.
    func transaction<Value>(_ body: () throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
        try execute("BEGIN IMMEDIATE", [])
        do throws(SQLiteError) {
            let value = try body()
            try execute("COMMIT", [])
            return value
        } catch {
            // SQLite has rolled back by itself after some errors.
            if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }
}
