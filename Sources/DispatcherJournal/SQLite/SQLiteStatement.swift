import SystemSQLite

/// A compiled statement, which must be released before its connection is closed.
final class SQLiteStatement {
    private let handle: OpaquePointer
    /// The path of the file, for errors.
    private let path: String
    private var connection: OpaquePointer? { sqlite3_db_handle(handle) }

    init(_ sql: String, on connection: OpaquePointer?, _ path: String) throws(JournalError) {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK else { throw JournalError(sqlite: code, of: connection, path) }
        guard let handle else { throw JournalError(sqlite: SQLITE_MISUSE, "an empty statement", path) }
        self.handle = handle
        self.path = path
    }

    deinit { sqlite3_finalize(handle) }

    /// Reads rows, until there are no more or the body returns false.
    func read(_ values: [SQLiteValue], row: (SQLiteStatement) -> Bool) throws(JournalError) {
        try bind(values)
        defer { sqlite3_reset(handle) }
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW where row(self): continue
            case SQLITE_ROW, SQLITE_DONE: return
            case let code: throw JournalError(sqlite: code, of: connection, path)
            }
        }
    }

    private func bind(_ values: [SQLiteValue]) throws(JournalError) {
        for (index, value) in zip(Int32(1)..., values) {
            let code =
                switch value {
                case .none: sqlite3_bind_null(handle, index)
                case .integer(let number): sqlite3_bind_int64(handle, index, number)
                case .text(let text): sqlite3_bind_text(handle, index, text, Int32(text.utf8.count), Self.copied)
                }
            guard code == SQLITE_OK else { throw JournalError(sqlite: code, of: connection, path) }
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
