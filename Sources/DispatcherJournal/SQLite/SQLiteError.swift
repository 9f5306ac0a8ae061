import SystemSQLite

/// A failure that SQLite reports.
struct SQLiteError: Error {
    /// The extended result code (https://sqlite.org/rescode.html).
    let extendedCode: Int32
    /// SQLite's reason.
    let message: String

    /// SQLITE_IOERR_SHORT_READ, a macro that Swift does not read.
    static let shortRead = SQLITE_IOERR | 2 << 8

    /// The result code: the extended code without its details.
    var code: Int32 { extendedCode & 0xFF }

    init(_ extendedCode: Int32, message: String) {
        self.extendedCode = extendedCode
        self.message = message
    }

    /// The failure of the last call with a connection. The connection is nil if there was no memory for it.
    init(_ extendedCode: Int32, of connection: OpaquePointer?) {
        self.init(extendedCode, message: String(cString: sqlite3_errmsg(connection)))
    }
}
