import DispatcherJournal
import DispatcherRequests
import Foundation
import RequestRecord
import SystemSQLite
import TestSupport
import Testing
import XCallbackURL

/// The journal's use of the files that it finds.
struct OpeningTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(
        _ folder: TemporaryFolder, after time: Duration = .zero
    ) async throws -> (journal: Journal, setAside: SetAsideFile?) {
        let clock = TestClock(wall: .seconds(1_795_243_491) + time)
        return try await Journal.open(in: folder.path, bootID: "first", clock: { clock.now })
    }

    @Test func `folder and files are the user's alone`() async throws {
        let path = "\(folder.path)/state/xcallbackd"
        let (journal, opened) = try await Journal.open(in: path, bootID: "first")
        try await journal.record(.accepted("a"))
        #expect(opened == nil)
        #expect(try folder.mode("state") == 0o700)
        #expect(try folder.mode("state/xcallbackd") == 0o700)
        for name in ["journal.sqlite", "journal.sqlite-wal", "journal.open"] {
            #expect(try folder.mode("state/xcallbackd/\(name)") == 0o600, "\(name)")
        }
    }

    @Test(arguments: [true, false])
    func `what is recorded before it is open waits for that`(hasFile: Bool) async throws {
        let journal = Journal(in: hasFile ? folder.path : nil, bootID: "first")
        #expect(journal.post([.accepted("posted"), .concluded("posted")]))
        async let recorded: Void = journal.record(.accepted("recorded"))
        if hasFile { _ = try await journal.openFile() } else { await journal.openMemory(because: nil) }
        #expect(try await journal.recover() == JournalRecovery(), "they are not the previous daemon's")
        try await recorded
        #expect(try await journal.entry("posted")?.outcome == .success)
        #expect(await journal.running.map(\.id) == ["recorded"])
        #expect(await journal.statistics.lost == 0)
    }

    @Test func `a file that others may read is made the user's alone`() async throws {
        try folder.write("", to: "journal.sqlite")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: "\(folder.path)/journal.sqlite")
        _ = try await open(folder)
        #expect(try folder.mode("journal.sqlite") == 0o600)
    }

    @Test func `it says before it is open whether a daemon of this boot left it open`() async throws {
        #expect(!Journal(in: folder.path, bootID: "first").wasLeftOpen, "there is none yet")
        #expect(!Journal(in: nil, bootID: "first").wasLeftOpen)
        let first = try await open(folder).journal
        try await first.record(.accepted("a"))
        let image = try folder.image(of: first)
        #expect(Journal(in: image.path, bootID: "first").wasLeftOpen)
        #expect(!Journal(in: image.path, bootID: "second").wasLeftOpen)
        try await first.close()
        #expect(!Journal(in: folder.path, bootID: "first").wasLeftOpen)
    }

    /// A kill damages nothing, since the kernel has what was written; a power cut may. So a large journal does not delay the
    /// start after a kill.
    @Test(arguments: [("first", false), ("second", true)])
    func `only after the machine stopped is the file read completely`(boot: String, isRead: Bool) async throws {
        let first = try await open(folder).journal
        for start in 0..<10 {
            let ids = (0..<100).map { "\(start).\($0)" }
            try await first.record(ids.map { .accepted($0) } + ids.map { .concluded($0) })
        }
        // The rows are in the file itself then.
        try await first.close()
        let killed = try await open(folder).journal
        try await killed.record(.accepted("open"))
        let image = try folder.image(of: killed)
        var bytes = try image.bytes("journal.sqlite")
        // A page amid the rows.
        let page = bytes.count / 4096 / 2 * 4096
        bytes.replaceSubrange(page..<page + 4096, with: repeatElement(0xFF, count: 4096))
        try image.write(bytes, to: "journal.sqlite")
        let (journal, opened) = try await Journal.open(in: image.path, bootID: boot)
        #expect((opened != nil) == isRead)
        try await journal.record(.accepted("new"), .concluded("new"))
        #expect(try await journal.entry("new")?.state == .concluded)
    }

    @Test func `a file that is no database is set aside, and a new one begun`() async throws {
        try folder.write("what is this?", to: "journal.sqlite")
        try folder.write("and this?", to: "journal.sqlite-wal")
        let (journal, opened) = try await open(folder)
        let setAside = try #require(opened)
        #expect(setAside.path == "\(folder.path)/journal.sqlite.corrupt-2026-11-21T06:44:51.000Z")
        #expect(
            setAside.reason.description == "'\(folder.path)/journal.sqlite' is not a journal: file is not a database")
        #expect(try folder.bytes("journal.sqlite.corrupt-2026-11-21T06:44:51.000Z") == Array("what is this?".utf8))
        try await journal.record(.accepted("a"))
        #expect(await journal.status == .file("\(folder.path)/journal.sqlite"))
    }

    /// The number that says which versions of SQLite may write the file. The version of a journal is 2.
    @Test func `a file whose header forbids writing is set aside`() async throws {
        let first = try await open(folder).journal
        try await first.record(.accepted("a"))
        try await first.close()
        var bytes = try folder.bytes("journal.sqlite")
        bytes[18] = 3
        try folder.write(bytes, to: "journal.sqlite")
        let setAside = try #require(try await open(folder).setAside)
        #expect(
            setAside.reason.description
                == "'\(folder.path)/journal.sqlite' is not a journal: its header forbids writing")
    }

    @Test func `a second damaged file does not replace the first`() async throws {
        for (text, milliseconds) in [("the first", 0), ("the second", 1)] {
            try folder.write(text, to: "journal.sqlite")
            try await open(folder, after: .milliseconds(milliseconds)).journal.close()
        }
        #expect(
            try folder.names == [
                "journal.sqlite", "journal.sqlite.corrupt-2026-11-21T06:44:51.000Z",
                "journal.sqlite.corrupt-2026-11-21T06:44:51.001Z",
            ])
    }

    @Test func `a database of somebody else is set aside`() async throws {
        try execute("CREATE TABLE request (id TEXT)")
        #expect(try await open(folder).setAside != nil)
    }

    @Test(arguments: [
        "PRAGMA user_version = 0", "PRAGMA user_version = 2",
        "ALTER TABLE request ADD COLUMN more TEXT",
        "CREATE TABLE more (identifier TEXT)",
        "DROP INDEX request_open",
    ])
    func `a file with another schema is set aside, and a new one begun`(change: String) async throws {
        let first = try await open(folder).journal
        try await first.record(.accepted("old"), .concluded("old"))
        try await first.close()
        try execute(change)
        let (journal, opened) = try await open(folder)
        let file = "\(folder.path)/journal.sqlite"
        let old = "\(file).other-schema-2026-11-21T06:44:51.000Z"
        #expect(opened?.path == old && opened?.reason == .otherSchema(file))
        #expect(await journal.status == .file(file, beginning: "a journal with another schema was set aside: \(old)"))
        try await journal.record(.accepted("new"), .concluded("new"))
        #expect(try await journal.history(HistoryQuery()).map(\.id) == ["new"])
        #expect(try folder.bytes("journal.sqlite.other-schema-2026-11-21T06:44:51.000Z").count > 4096)
        try await journal.close()
        let (next, found) = try await open(folder)
        #expect(found == nil)
        #expect(await next.status == .file(file))
    }

    /// Runs statements on the file, as another program would.
    private func execute(_ sql: String) throws {
        var handle: OpaquePointer?
        let code = sqlite3_open("\(folder.path)/journal.sqlite", &handle)
        defer { sqlite3_close(handle) }
        try #require(code == SQLITE_OK)
        try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    }

    @Test func `a file that another has open is refused`() async throws {
        let first = try await open(folder).journal
        await #expect(throws: JournalError.inUse("\(folder.path)/journal.sqlite")) { _ = try await open(folder) }
        try await first.record(.accepted("a"))
    }

    /// The things in place of the file or the folder.
    @Test(arguments: ["link", "folder", "file"])
    func `a file that cannot be a journal is refused with a reason`(kind: String) async throws {
        let path = "\(folder.path)/state"
        let database = "\(path)/journal.sqlite"
        let manager = FileManager.default
        let message: String
        switch kind {
        case "link":
            try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
            try manager.createSymbolicLink(atPath: database, withDestinationPath: "\(folder.path)/elsewhere")
            message = "cannot open '\(database)': Too many levels of symbolic links"
        case "folder":
            try manager.createDirectory(atPath: database, withIntermediateDirectories: true)
            message = "cannot open '\(database)': Is a directory"
        default:
            try folder.write("", to: "state")
            message = "cannot open '\(database)': Not a directory"
        }
        let error = await #expect(throws: JournalError.self) {
            _ = try await Journal.open(in: path, bootID: "first")
        }
        #expect(error?.description == message)
    }
}
