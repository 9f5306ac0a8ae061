import SystemSQLite

/// A connection to an SQLite file. One thread may use it at a time.
final class SQLiteConnection {
    /// The path of the file, for errors too.
    let path: String
    /// Nil after the connection is closed.
    private var handle: OpaquePointer?
    /// The compiled statements, kept for their next use.
    private var statements: [String: SQLiteStatement] = [:]

    /// Opens a file, which must exist and may be empty. SQLite reads the file at the first statement.
    init(path: String) throws(JournalError) {
        self.path = path
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        // SQLite makes a connection even if the file cannot be opened. `deinit` closes the connection.
        try check(sqlite3_open_v2(path, &handle, flags, nil))
        // SQLite opens a file for reading alone if the file cannot be opened for writing.
        guard !isReadOnly else { throw error(SQLITE_READONLY, "the file cannot be opened for writing") }
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
    func close() throws(JournalError) {
        statements = [:]
        try check(sqlite3_close(handle))
        handle = nil
    }

    /// The error of a failure on this file.
    func error(_ code: Int32, _ message: String) -> JournalError {
        JournalError(sqlite: code, message, path)
    }

    private func check(_ code: Int32) throws(JournalError) {
        guard code == SQLITE_OK else { throw JournalError(sqlite: code, of: handle, path) }
    }

    /// Runs one statement or more, and ignores their rows.
    func execute(_ sql: String) throws(JournalError) { try check(sqlite3_exec(handle, sql, nil, nil, nil)) }

    /// Runs a statement that returns no rows.
    /// - Returns: The number of rows that the statement inserted, changed or deleted.
    @discardableResult
    func execute(_ sql: String, _ values: [SQLiteValue]) throws(JournalError) -> Int {
        try read(sql, values) { _ in false }
        return Int(sqlite3_changes(handle))
    }

    /// Reads rows, until there are no more or the body returns false.
    func read(
        _ sql: String, _ values: [SQLiteValue] = [], row: (SQLiteStatement) -> Bool
    ) throws(JournalError) {
        let kept = statements[sql]
        let statement = if let kept { kept } else { try SQLiteStatement(sql, on: handle, path) }
        statements[sql] = statement
        try statement.read(values, row: row)
    }

    /// Reads the integer in the first column of the first row.
    /// - Returns: Nil if there is no row, or if the value is not an integer.
    func integer(_ sql: String) throws(JournalError) -> Int64? { try first(sql)?.number }

    /// Reads the text in the first column of the first row.
    /// - Returns: Nil if there is no row, or if the value is not a text.
    func text(_ sql: String) throws(JournalError) -> String? { try first(sql)?.string }

    /// Reads the first column of the first row.
    private func first(_ sql: String) throws(JournalError) -> SQLiteValue? {
        var found: SQLiteValue?
        try read(sql) { row in
            found = row.column(0)
            return false
        }
        return found
    }

    /// Runs the body in a transaction that writes.
    func transaction<Value>(_ body: () throws(JournalError) -> Value) throws(JournalError) -> Value {
        try execute("BEGIN IMMEDIATE", [])
        do throws(JournalError) {
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
