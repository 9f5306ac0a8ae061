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
        try db.execute("CREATE TABLE t (a, b, c)")
    }

    @Test func `a closed file says so`() throws {
        try db.close()
        let closed = JournalError.refused(db.path, "the file is closed", code: 21)
        #expect(throws: closed) { try db.execute("SELECT 1") }
        #expect(throws: closed) { try db.integer("SELECT 1") }
    }

    @Test func `a value is read as it was written`() throws {
        let row: [SQLiteValue] = [.text("é \u{FFFD}"), .integer(.min), .none]
        try db.execute("INSERT INTO t VALUES (?, ?, ?)", row)
        var read: [SQLiteValue] = []
        try db.read("SELECT a, b, c FROM t") { statement in
            read = (0..<3).compactMap(statement.column)
            return true
        }
        #expect(read == row)
        #expect(read.checksum == row.checksum)
    }

    @Test func `the checksum sees the type and the end of each value`() {
        let rows: [[SQLiteValue]] = [
            [.text("ab"), .text("c")], [.text("a"), .text("bc")], [.text("abc"), .none], [.none, .text("abc")],
            [.integer(0), .none], [.none, .integer(0)],
        ]
        #expect(Set(rows.map(\.checksum)).count == rows.count)
    }

    @Test func `SQL counts the bytes of a value`() throws {
        let sizes: [(SQLiteValue, Int64)] = [(.none, 1), (.integer(-1), 9), (.text(""), 2), (.text("é€"), 7)]
        for (value, size) in sizes {
            try db.execute("DELETE FROM t")
            try db.execute("INSERT INTO t (a) VALUES (?)", [value])
            #expect(try db.integer("SELECT \(SQLiteValue.size(ofColumn: "a")) FROM t") == size)
        }
    }
}
