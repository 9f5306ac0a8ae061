import GRDB

/// The tables, and the migrations between their versions.
enum JournalSchema {
    /// The version that this program writes. The file has it as `user_version` too.
    static let version = 3

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1: requests") { db in
            // STRICT: a value of another type is damage, and is not converted.
            try db.execute(
                sql: """
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
                    PRAGMA user_version = 1;
                    """)
        }
        migrator.registerMigration("2: narrowing") { db in
            try db.execute(sql: "ALTER TABLE request ADD COLUMN narrowing TEXT; PRAGMA user_version = 2;")
        }
        migrator.registerMigration("3: app") { db in
            try db.execute(sql: "ALTER TABLE request ADD COLUMN peer_app TEXT; PRAGMA user_version = 3;")
        }
        return migrator
    }
}
