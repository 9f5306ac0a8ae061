import SystemSQLite

/// A compiled statement, which must be released before its connection is closed.
final class SQLiteStatement {
    private let handle: OpaquePointer
    private var connection: OpaquePointer? { sqlite3_db_handle(handle) }

    init(_ sql: String, on connection: OpaquePointer) throws(SQLiteError) {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK else { throw SQLiteError(code, of: connection) }
        guard let handle else { throw SQLiteError(SQLITE_MISUSE, message: "an empty statement") }
        self.handle = handle
    }

    deinit { sqlite3_finalize(handle) }

    /// Reads rows, until there are no more or the body returns false.
    func read(_ values: [SQLiteValue], row: (SQLiteStatement) -> Bool) throws(SQLiteError) {
        try bind(values)
        defer { sqlite3_reset(handle) }
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW where row(self): continue
            case SQLITE_ROW, SQLITE_DONE: return
            case let code: throw SQLiteError(code, of: connection)
            }
        }
    }

    private func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
        for (index, value) in zip(Int32(1)..., values) {
            let code =
                switch value {
                case .none: sqlite3_bind_null(handle, index)
                case .integer(let number): sqlite3_bind_int64(handle, index, number)
                case .text(let text): sqlite3_bind_text(handle, index, text, Int32(text.utf8.count), Self.copied)
                }
            guard code == SQLITE_OK else { throw SQLiteError(code, of: connection) }
        }
    }

    /// SQLITE_TRANSIENT: SQLite makes a copy of the text.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    /// Returns a column of the current row; the first is 0.
    /// - Returns: Nil for a value of a type that this program never writes.
    func column(_ index: Int32) -> SQLiteValue? {
        switch sqlite3_column_type(handle, index) {
        case SQLITE_NULL: return SQLiteValue.none
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, index))
        case SQLITE_TEXT:
            let text = sqlite3_column_text(handle, index)
            let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(handle, index)))
            return .text(String(decoding: bytes, as: UTF8.self))
        default: return nil
        }
    }

    /// Returns a column of the current row as an integer; 0 if the value is not an integer.
    func integer(_ index: Int32) -> Int64 { sqlite3_column_int64(handle, index) }
}
