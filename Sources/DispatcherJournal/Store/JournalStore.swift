import GRDB

/// Rows in an SQLite file. All of its functions block, so it is used on the journal's thread only.
final class JournalStore: RowStore {
    private let database: DatabaseQueue
    /// Nil once it is closed.
    private var writer: RowWriter?
    /// The name of the database in errors.
    let path: String
    /// Whether SQLite waits for the disk at each commit.
    private var isFull = false

    /// Opens a file, which must exist and may be empty.
    /// - Parameters:
    ///   - isChecked: Whether to read all of it for damage first.
    ///   - size: The most that it may take; nil for no limit.
    ///   - pageLimit: The most pages that it may have.
    init(path: String, isChecked: Bool, size: JournalSize?, pageLimit: Int?) throws(JournalError) {
        self.path = path
        var configuration = Self.configuration
        configuration.prepareDatabase { db in
            // No other process can write, and no file is mapped into memory, because its truncation would kill this process.
            try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            // SQLite detects a file that is not a database only at the first statement that reads.
            let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
            guard mode == "wal" else {
                throw DatabaseError(resultCode: .SQLITE_NOTADB, message: "journal_mode \(mode ?? "none")")
            }
            let logPages = size?.logPages ?? 1000
            try db.execute(
                sql: """
                    PRAGMA synchronous = NORMAL; PRAGMA cache_size = -512; PRAGMA wal_autocheckpoint = \(logPages);
                    PRAGMA journal_size_limit = \(logPages * JournalSize.page)
                    """)
        }
        do {
            database = try DatabaseQueue(path: path, configuration: configuration)
            writer = try Self.prepare(database, isChecked: isChecked, pageLimit: pageLimit ?? size?.pages)
        } catch {
            throw JournalError(opening: path, error)
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "xcallbackd.sqlite"
        configuration.foreignKeysEnabled = false
        // A transaction that an I/O error leaves open is an error to report, and no reason to trap.
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { db in
            // What is deleted is overwritten, and nothing is written elsewhere; what stands in the file's schema is not
            // trusted.
            try db.execute(
                sql: """
                    PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY;
                    PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON
                    """)
        }
        return configuration
    }

    private static func prepare(
        _ database: DatabaseQueue, isChecked: Bool, pageLimit: Int?
    ) throws -> RowWriter {
        let migrator = JournalSchema.migrator
        let isCurrent = try database.inDatabase { db in
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            let applied = try migrator.appliedIdentifiers(db)
            let known = migrator.migrations
            let isNewer = !applied.subtracting(known).isEmpty
            // Checks both, because one flipped bit does not make a later version.
            if isNewer, version > JournalSchema.version { throw SupersededJournal(version: version) }
            let isCurrent = applied.count == known.count
            if isNewer || isCurrent != (version == JournalSchema.version) {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "its version is not what its tables say")
            }
            if isChecked {
                let finding = try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
                guard finding == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: finding) }
            }
            return isCurrent
        }
        if !isCurrent { try migrator.migrate(database) }
        return try database.inDatabase { db in
            _ = try Int64.fetchOne(db, sql: "SELECT last_cursor FROM deletion")
            if let pageLimit { try db.execute(sql: "PRAGMA max_page_count = \(pageLimit)") }
            return try RowWriter(db)
        }
    }

    func write(_ changes: [RowChange], isDurable: Bool) throws(JournalError) -> Set<String> {
        try write(changes, deleting: [], isDurable: isDurable)
    }

    /// Writes rows and deletes others in one transaction.
    func write(
        _ changes: [RowChange], deleting numbers: [Int64], isDurable: Bool
    ) throws(JournalError) -> Set<String> {
        guard !changes.isEmpty || !numbers.isEmpty else { return [] }
        return try access { db in
            guard let writer = self.writer else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
            try self.setFull(isDurable, db)
            var duplicates: Set<String> = []
            try writer.transact {
                for number in numbers {
                    try db.execute(sql: "DELETE FROM request WHERE number = ?", arguments: [number])
                }
                for change in changes where try !writer.write(change) { duplicates.insert(change.entry.id) }
            }
            return duplicates
        }
    }

    private func setFull(_ isDurable: Bool, _ db: Database) throws {
        guard isFull != isDurable else { return }
        // It must run outside of transactions.
        try db.execute(sql: isDurable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
        let level = try Int.fetchOne(db, sql: "PRAGMA synchronous")
        guard level == (isDurable ? 2 : 1) else {
            throw DatabaseError(resultCode: .SQLITE_IOERR, message: "synchronous is \(level ?? -1)")
        }
        isFull = isDurable
    }

    /// Runs statements, and names what fails.
    func access<Value>(_ body: (Database) throws -> Value) throws(JournalError) -> Value {
        do {
            return try database.inDatabase(body)
        } catch {
            throw JournalError(using: path, error)
        }
    }

    /// Closes the connection. The file is complete then, without a write-ahead log.
    func close() throws(JournalError) {
        writer = nil
        do {
            try database.close()
        } catch {
            throw JournalError(using: path, error)
        }
    }
}
