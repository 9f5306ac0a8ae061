import TestSupport
import Testing

@testable import DispatcherJournal

/// Statements with the values of a row.
struct SQLiteStatementTests {
    private let folder: TemporaryFolder
    private let db: SQLiteConnection

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("", to: "file")
        db = try SQLiteConnection(path: "\(folder.path)/file")
        try db.execute("CREATE TABLE t (a, b, c, d)")
    }

    private func row(_ texts: String...) -> RowBytes {
        var row = RowBytes()
        for text in texts { row.add(text) }
        return row
    }

    @Test func `the parameters are the columns of the row, and then its checksum`() throws {
        let row = row("first", "second", "third")
        try db.prepare("INSERT INTO t VALUES (?1, ?2, ?3, ?4)").run(row)
        #expect(try db.text("SELECT a || ' ' || b || ' ' || c FROM t") == "first second third")
        #expect(try db.integer("SELECT d FROM t") == row.checksum)
        try db.prepare("UPDATE t SET c = ?3, d = ?4 WHERE a = ?1").run(
            self.row("first", "other", "new"), without: 2..<3)
        #expect(try db.text("SELECT a || ' ' || b || ' ' || c FROM t") == "first second new")
    }

    /// SQLite reads a text in the bytes of its row, which are gone when the next row is written.
    @Test func `a statement that has run keeps no value of its row`() throws {
        let statement = try db.prepare("INSERT INTO t VALUES (?1, ?2, ?3, ?4)")
        try statement.run(row("first", "second", "third"))
        try db.execute("DELETE FROM t")
        try statement.run(row("alone"))
        #expect(try db.text("SELECT a FROM t") == "alone")
        #expect(try db.integer("SELECT count(*) FROM t WHERE c IS NULL AND d IS NULL") == 1)
    }
}
