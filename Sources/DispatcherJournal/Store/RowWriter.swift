import DispatcherMessages
import RequestRecord
import SystemSQLite

/// Writes rows by prepared statements.
final class RowWriter {
    /// The numbers of the parameters whose columns an update omits. An update finds its row by the id, ?1.
    private static let fixedParameters = 2..<Int32(JournalEntry.fixedColumns.count + 1)

    private let insertion: SQLiteStatement
    private let replacement: SQLiteStatement
    private let assignment: SQLiteStatement
    private var row = RowBytes()

    /// Compiles the statements. Throws if the tables lack an expected column.
    init(_ db: SQLiteConnection) throws(SQLiteError) {
        let columns = JournalEntry.columns + ["checksum"]
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        let into = "INTO request (\(columns.joined(separator: ", "))) VALUES (\(places))"
        let changing = zip(Self.fixedParameters.upperBound..., JournalEntry.changingColumns + ["checksum"])
        let assignments = changing.map { number, column in "\(column) = ?\(number)" }.joined(separator: ", ")
        insertion = try db.prepare("INSERT \(into)")
        replacement = try db.prepare("INSERT OR REPLACE \(into)")
        assignment = try db.prepare("UPDATE request SET \(assignments) WHERE id = ?1")
    }

    /// Writes a row.
    /// - Returns: False if a new request has the id of another request; then the row is not written.
    func write(_ change: RowChange) throws(SQLiteError) -> Bool {
        row.removeAll()
        change.entry.add(to: &row)
        // The checksum takes nine bytes.
        change.bytes = row.bytes.count + 9
        do throws(SQLiteError) {
            switch change.verb {
            case .insert: try insertion.run(row)
            case .replace: try replacement.run(row)
            case .update: try assignment.run(row, without: Self.fixedParameters)
            }
            return true
        } catch {
            guard error.code == SQLITE_CONSTRAINT else { throw error }
            return false
        }
    }
}
