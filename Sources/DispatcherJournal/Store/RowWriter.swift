import DispatcherMessages
import SystemSQLite

/// Writes rows by prepared statements, to which it binds the values where they are.
final class RowWriter {
    private let insertion: SQLiteStatement
    private let replacement: SQLiteStatement
    private let assignment: SQLiteStatement
    private var row = RowBytes()

    /// Compiles the statements, which fails unless the tables are as expected.
    init(_ db: SQLiteConnection) throws(SQLiteError) {
        let columns = JournalEntry.columns + ["checksum"]
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        let into = "INTO request (\(columns.joined(separator: ", "))) VALUES (\(places))"
        let assignments = (JournalEntry.changingColumns + ["checksum"]).map { "\($0) = ?" }.joined(separator: ", ")
        insertion = try db.prepare("INSERT \(into)")
        replacement = try db.prepare("INSERT OR REPLACE \(into)")
        assignment = try db.prepare("UPDATE request SET \(assignments) WHERE id = ?")
    }

    /// Writes a row.
    /// - Returns: False if it is a new request with the id of another one; then it is not written.
    func write(_ change: RowChange) throws(SQLiteError) -> Bool {
        row.removeAll()
        change.entry.add(to: &row)
        // With the checksum.
        change.bytes = row.bytes.count + 9
        let statement =
            switch change.verb {
            case .insert: insertion
            case .replace: replacement
            case .update: assignment
            }
        // SQLite reads the bytes until the statement is reset, and no binding is used twice.
        let result = row.bytes.withUnsafeBytes { bytes in
            Result { () throws(SQLiteError) in
                var columns = RowBytes.Reader(bytes)
                var index: Int32 = 0
                func bind(_ column: RowBytes.Column) {
                    index += 1
                    statement.bind(column, at: index)
                }
                let id = change.verb == .update ? columns.next() : nil
                if id != nil { columns.skip(JournalEntry.fixedColumns.count - 1) }
                while !columns.isAtEnd { bind(columns.next()) }
                bind(.integer(row.checksum))
                if let id { bind(id) }
                try statement.run()
            }
        }
        do throws(SQLiteError) {
            try result.get()
            return true
        } catch {
            guard error.code == SQLITE_CONSTRAINT else { throw error }
            return false
        }
    }
}
