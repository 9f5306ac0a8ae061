import GRDB
import GRDBSQLite

/// Writes rows by prepared statements, to which it binds the values where they are: GRDB's own arguments cost more than
/// the row.
final class RowWriter {
    private let database: Database
    private let insertion: Statement
    private let replacement: Statement
    private let assignment: Statement
    private let beginning: Statement
    private let commitment: Statement
    private var row = RowBytes()

    /// Compiles the statements, which fails unless the tables are as expected.
    init(_ database: Database) throws {
        self.database = database
        let columns = JournalEntry.columns + ["checksum"]
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        let into = "INTO request (\(columns.joined(separator: ", "))) VALUES (\(places))"
        let assignments = (JournalEntry.changingColumns + ["checksum"]).map { "\($0) = ?" }.joined(separator: ", ")
        insertion = try database.makeStatement(sql: "INSERT \(into)")
        replacement = try database.makeStatement(sql: "INSERT OR REPLACE \(into)")
        assignment = try database.makeStatement(sql: "UPDATE request SET \(assignments) WHERE id = ?")
        beginning = try database.makeStatement(sql: "BEGIN IMMEDIATE")
        commitment = try database.makeStatement(sql: "COMMIT")
    }

    /// Runs the body in a transaction.
    func transact(_ body: () throws -> Void) throws {
        try run(beginning)
        do {
            try body()
            try run(commitment)
        } catch {
            // SQLite has rolled back by itself after some errors.
            if sqlite3_get_autocommit(database.sqliteConnection) == 0 { try? database.execute(sql: "ROLLBACK") }
            throw error
        }
    }

    /// Writes a row.
    /// - Returns: False if it is a new request with the id of another one; then it is not written.
    func write(_ change: RowChange) throws -> Bool {
        row.removeAll()
        change.entry.add(to: &row)
        let statement =
            switch change.verb {
            case .insert: insertion
            case .replace: replacement
            case .update: assignment
            }
        return try row.bytes.withUnsafeBytes { bytes in
            // SQLite reads the bytes until the statement is reset, and no binding is used twice.
            var columns = RowBytes.Reader(bytes)
            var binding = Binding(statement: statement.sqliteStatement)
            let id = change.verb == .update ? columns.next() : nil
            if id != nil { columns.skip(JournalEntry.fixedColumns.count - 1) }
            while !columns.isAtEnd { binding.add(columns.next()) }
            binding.add(.integer(row.checksum))
            if let id { binding.add(id) }
            do {
                try run(statement)
                return true
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                return false
            }
        }
    }

    /// Runs a statement that returns no rows.
    private func run(_ statement: Statement) throws {
        let code = sqlite3_step(statement.sqliteStatement)
        defer { sqlite3_reset(statement.sqliteStatement) }
        guard code != SQLITE_DONE else { return }
        let message = sqlite3_errmsg(database.sqliteConnection).map { String(cString: $0) }
        throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
    }

    /// The parameters of a statement, which are set one by one.
    private struct Binding {
        let statement: OpaquePointer
        private var index: Int32 = 0

        init(statement: OpaquePointer) { self.statement = statement }

        mutating func add(_ column: RowBytes.Column) {
            index += 1
            // These fail only for an index that the statement does not have, or a text past SQLite's limit of 1 GB.
            switch column {
            case .none: sqlite3_bind_null(statement, index)
            case .integer(let number): sqlite3_bind_int64(statement, index, number)
            case .text(let text):
                sqlite3_bind_text(
                    statement, index, text.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(text.count), nil)
            }
        }
    }
}
