import SystemSQLite

/// A value of a statement's parameter.
enum SQLiteValue {
    case integer(Int64)
    case text(String)
}

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

    /// Runs a statement that returns no rows. The parameters of the statement keep their values.
    private func run() throws(SQLiteError) {
        let code = sqlite3_step(handle)
        // A reset makes SQLite forget the reason, so it comes last.
        defer { sqlite3_reset(handle) }
        guard code == SQLITE_DONE || code == SQLITE_ROW else { throw SQLiteError(code, of: connection) }
    }

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
                case .integer(let number): sqlite3_bind_int64(handle, index, number)
                case .text(let text): sqlite3_bind_text(handle, index, text, Int32(text.utf8.count), Self.copied)
                }
            guard code == SQLITE_OK else { throw SQLiteError(code, of: connection) }
        }
    }

    /// SQLITE_TRANSIENT: SQLite makes a copy of the text.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}

/// Binds values in place, without a copy.
extension SQLiteStatement {
    /// Runs a statement that returns no rows. The parameter ?1 is the first column of a row, and so on; the parameter
    /// after the last column is the checksum of the row.
    ///
    /// SQLite reads each text in the bytes of the row. The bytes exist until this function ends, when no parameter
    /// refers to them any more.
    /// - Parameter unused: The parameters that do not occur in the statement.
    func run(_ row: RowBytes, without unused: Range<Int32> = 0..<0) throws(SQLiteError) {
        try row.bytes.span.bytes.withUnsafeBytes { bytes throws(SQLiteError) in
            defer { sqlite3_clear_bindings(handle) }
            var columns = RowBytes.Reader(bytes)
            var index: Int32 = 1
            while !columns.isAtEnd {
                let column = columns.next()
                if !unused.contains(index) { bind(column, at: index) }
                index += 1
            }
            bind(.integer(row.checksum), at: index)
            try run()
        }
    }

    private func bind(_ column: RowBytes.Column, at index: Int32) {
        // These calls fail only for an index that the statement lacks, or for a text above SQLite's limit of 1 GB.
        switch column {
        case .none: sqlite3_bind_null(handle, index)
        case .integer(let number): sqlite3_bind_int64(handle, index, number)
        case .text(let text):
            sqlite3_bind_text(
                handle, index, text.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(text.count), nil)
        }
    }

    /// Returns a column of the current row; the first is 0. A text is valid until the next row is read.
    /// - Returns: Nil for a value of a type that this program never writes.
    func column(_ index: Int32) -> RowBytes.Column? {
        switch sqlite3_column_type(handle, index) {
        case SQLITE_NULL: return RowBytes.Column.none
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, index))
        case SQLITE_TEXT:
            let text = sqlite3_column_text(handle, index)
            return .text(UnsafeRawBufferPointer(start: text, count: Int(sqlite3_column_bytes(handle, index))))
        default: return nil
        }
    }

    /// Returns a column of the current row as an integer; 0 if the value is not an integer.
    func integer(_ index: Int32) -> Int64 { sqlite3_column_int64(handle, index) }
}
