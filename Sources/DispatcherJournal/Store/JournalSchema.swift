import SystemSQLite

/// The tables, and the steps between their versions.
enum JournalSchema {
    /// The version that this program writes. The file has it as `user_version` too.
    static let version = steps.count

    /// The steps from no tables to this version, each with its name, which is in the table of the steps once it was done.
    private static let steps: [(name: String, sql: String)] = [
        (
            "1: requests",
            // STRICT: a value of another type is damage, and is not converted.
            """
            CREATE TABLE request (
                number INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                client_id TEXT,
                door TEXT NOT NULL,
                url TEXT NOT NULL,
                depth INTEGER NOT NULL,
                peer_process INTEGER,
                peer_program TEXT,
                environment TEXT,
                boot_id TEXT NOT NULL,
                accepted_boot INTEGER NOT NULL,
                accepted_wall INTEGER NOT NULL,
                state TEXT NOT NULL,
                route TEXT,
                input TEXT,
                arguments TEXT,
                outcome TEXT,
                output TEXT,
                error_code INTEGER,
                error_message TEXT,
                error_detail TEXT,
                callback_url TEXT,
                callback_state TEXT,
                callback_reason TEXT,
                running_boot INTEGER,
                concluded_boot INTEGER,
                claimed_boot INTEGER,
                settled_boot INTEGER,
                cursor INTEGER,
                checksum INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX request_accepted ON request (accepted_wall);
            CREATE INDEX request_client_id ON request (client_id) WHERE client_id IS NOT NULL;
            CREATE UNIQUE INDEX request_cursor ON request (cursor) WHERE cursor IS NOT NULL;
            CREATE INDEX request_open ON request (number) WHERE cursor IS NULL;
            CREATE INDEX request_uncertain ON request (number) WHERE callback_state = 'uncertain';
            -- The last cursor that was given before rows were deleted: none is given twice.
            CREATE TABLE deletion (last_cursor INTEGER NOT NULL) STRICT;
            INSERT INTO deletion VALUES (0);
            """
        ),
        ("2: narrowing", "ALTER TABLE request ADD COLUMN narrowing TEXT"),
        ("3: app", "ALTER TABLE request ADD COLUMN peer_app TEXT"),
    ]

    /// The table of the steps, by the name that GRDB gave it in earlier versions of this program: they open the files of
    /// this one, and this one opens theirs.
    private static let stepTable = "grdb_migrations"

    /// Checks a file, and brings it to this version.
    /// - Parameter isChecked: Whether to read all of it for damage.
    static func prepare(_ db: SQLiteConnection, isChecked: Bool) throws {
        let found = Int(try db.integer("PRAGMA user_version") ?? 0)
        let done = try doneSteps(db)
        let names = Set(steps.map(\.name))
        let isNewer = !done.isSubset(of: names)
        // Checks both, because one flipped bit does not make a later version.
        if isNewer, found > version { throw SupersededJournal(version: found) }
        if isNewer || (done.count == steps.count) != (found == version) {
            throw SQLiteError(SQLITE_CORRUPT, message: "its version is not what its tables say")
        }
        if isChecked {
            let finding = try db.text("PRAGMA quick_check(1)") ?? "nothing was checked"
            guard finding == "ok" else { throw SQLiteError(SQLITE_CORRUPT, message: finding) }
        }
        for (index, step) in steps.enumerated() where !done.contains(step.name) {
            try db.transaction { () throws(SQLiteError) in
                try db.execute("CREATE TABLE IF NOT EXISTS \(stepTable) (identifier TEXT NOT NULL PRIMARY KEY)")
                try db.execute("\(step.sql); PRAGMA user_version = \(index + 1)")
                try db.execute("INSERT INTO \(stepTable) VALUES (?)", [.text(step.name)])
            }
        }
        // Fails unless the table is there.
        _ = try db.integer("SELECT last_cursor FROM deletion")
    }

    private static func doneSteps(_ db: SQLiteConnection) throws(SQLiteError) -> Set<String> {
        let table = try db.integer("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = '\(stepTable)'")
        guard table != 0 else { return [] }
        var names: Set<String> = []
        try db.read("SELECT identifier FROM \(stepTable)") { row in
            if case .text(let name) = row.column(0) { names.insert(String(decoding: name, as: UTF8.self)) }
            return true
        }
        return names
    }
}
