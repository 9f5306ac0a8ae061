import DispatcherJournal
import DispatcherRequests
import Foundation
import RequestRecord
import TestSupport
import Testing
import UnixSystem
import XCallbackURL

/// The disk is full or fails.
struct FailureTests {
    private let folder: TemporaryFolder
    private let clock = TestClock()
    private var file: String { "\(folder.path)/journal.sqlite" }

    init() throws { folder = try TemporaryFolder() }

    /// The pages for which the file has room.
    private let room = Lock(30)

    private func journal() async throws -> Journal {
        var limits = JournalLimits()
        limits.pages = { [room] in room.withLock { $0 } }
        return try await Journal.open(folder, clock, limits: limits)
    }

    private func grow() { room.withLock { $0 = 1_000_000 } }

    /// Records requests until the file takes no more. Returns their names.
    private func fill(_ journal: Journal) async throws -> [String] {
        var ids: [String] = []
        while case .file = await journal.status {
            let id = "filler-\(ids.count)"
            try await journal.record([.accepted(id), .concluded(id)])
            ids.append(id)
            try #require(ids.count < 10_000, "the file never filled")
        }
        return ids
    }

    @Test func `continues in memory when the disk is full, and loses no record`() async throws {
        let journal = try await journal()
        try await journal.record(.accepted("begun"))
        _ = try await fill(journal)
        #expect(await journal.status == .fallback(because: .full(file)))
        // Requests that began in the file go on.
        try await journal.record(.running("begun"), .calling("begun"), .claimed("begun"), .settled("begun", .opened))
        #expect(try await journal.entry("begun")?.callback?.state == .opened)
        try await journal.record(.accepted("new"), .concluded("new"))
        #expect(try await journal.entry("new") != nil)
    }

    @Test func `in memory, the id of a client still refers to its request for ten minutes`() async throws {
        let journal = try await journal()
        try await journal.record(.accepted("old", clientID: "old"), .concluded("old"))
        clock.pass(.seconds(601))
        try await journal.record(.accepted("done", clientID: "mine"), .concluded("done"))
        _ = try await fill(journal)
        #expect(try await journal.earlier(clientID: "mine", door: .control)?.outcome != nil)
        #expect(try await journal.earlier(clientID: "old", door: .control) == nil)
        grow()
        _ = try await journal.retry()
        #expect(try await journal.history(HistoryQuery(id: "done")).count == 1)
        #expect(try await journal.earlier(clientID: "mine", door: .control)?.id == "done")
    }

    @Test func `killed in memory, nothing that the file holds is done again`() async throws {
        let journal = try await journal()
        try await journal.record(.accepted("waiting"), .accepted("running"), .running("running"))
        try await journal.record(.accepted("calling"), .calling("calling"))
        _ = try await fill(journal)
        // It all goes further, in memory alone.
        try await journal.record(.running("waiting"), .claimed("calling"))

        let image = try folder.image(of: journal)
        #expect(Journal(in: image.path, bootID: "first").wasLeftOpen)
        let next = try await Journal.open(in: image.path, bootID: "first", clock: { [clock] in clock.now }).journal
        let recovery = try await next.recover()
        #expect(recovery.toRun.isEmpty)
        #expect(recovery.toOpen.isEmpty)
        #expect(recovery.ended.map(\.id) == ["waiting", "running"])
        #expect(recovery.callbacksUncertain == 3)
        try await next.close()
        #expect(try image.names == ["journal.sqlite"])
    }

    @Test func `when the file cannot be marked as left, what began in it goes no further`() async throws {
        let journal = try await journal()
        try await journal.record(.accepted("begun"))
        try FileManager.default.removeItem(atPath: "\(folder.path)/journal.open")
        _ = try await fill(journal)
        await #expect(throws: JournalError.unknown("begun", step: "running")) {
            try await journal.record(.running("begun"))
        }
    }

    @Test func `returns to the file when there is space again, with the records in memory`() async throws {
        let journal = try await journal()
        try await journal.record(.accepted("begun"), .accepted("waiting"))
        let ids = try await fill(journal)
        try await journal.record(.running("begun"), .concluded("begun"), .accepted("new"), .concluded("new"))
        await #expect(throws: JournalError.full(file)) { _ = try await journal.retry() }
        #expect(await journal.status == .fallback(because: .full(file)))

        grow()
        #expect(try await journal.retry() == nil)
        #expect(await journal.status == .file(file))
        try await journal.record(.running("waiting"), .concluded("waiting"))
        #expect(try await journal.retry() == nil, "there is nothing to return from")
        try await journal.close()

        #expect(!Journal(in: folder.path, bootID: "first").wasLeftOpen)
        let (next, setAside) = try await Journal.open(in: folder.path, bootID: "first")
        #expect(setAside == nil)
        #expect(try await next.recover() == JournalRecovery())
        let changes = try await next.changes(after: 0, limit: 10_000)
        #expect(changes.map(\.id) == ids + ["begun", "new", "waiting"], "each once")
        #expect(changes.map(\.cursor) == (1...Int64(changes.count)).map { $0 })
    }

    @Test func `requests that were not copied to memory end when the file is back`() async throws {
        let journal = try await journal()
        try await journal.record(.accepted("begun"))
        try FileManager.default.removeItem(atPath: "\(folder.path)/journal.open")
        _ = try await fill(journal)
        grow()
        _ = try await journal.retry()
        #expect(try await journal.entry("begun")?.outcome?.kind == .error)
    }

    @Test func `a file that failed is never used again`() async throws {
        grow()
        let journal = try await journal()
        try await journal.record(.accepted("begun"), .accepted("old"), .concluded("old"))
        // This file cannot be written at the places of the log: SQLITE_IOERR_WRITE.
        try replaceOpenFile("\(file)-wal", by: "/proc/self/mem")

        try await journal.record(.running("begun"))
        #expect(await journal.status == .fallback(because: .inputOutput(file, "disk I/O error", code: 778)))
        try await journal.record(.concluded("begun"))
        #expect(try await journal.entry("begun")?.outcome != nil)

        let setAside = try #require(try await journal.retry())
        #expect(setAside.path.hasPrefix("\(file).broken-"))
        #expect(await journal.status == .file(file))
        #expect(try await journal.history(HistoryQuery()).map(\.id) == ["begun"], "the former file is not read again")
        try await journal.close()
    }

    @Test(arguments: [
        ["journal.sqlite", "journal.sqlite-wal"], ["journal.sqlite"], ["journal.sqlite-wal"],
        ["journal.sqlite", "journal.sqlite-wal", "journal.open"],
    ])
    func `a file that was removed gets no more rows, and a new file is begun`(names: [String]) async throws {
        let journal = try await Journal.open(folder, clock)
        try await journal.record(.accepted("begun"))
        for name in names { try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)") }
        let removed = JournalError.removed("\(folder.path)/\(names[0])")
        try await journal.record(.accepted("next"))
        #expect(await journal.status == .fallback(because: removed))
        try await journal.record(.running("begun"), .concluded("begun"))

        _ = try await journal.retry()
        #expect(await journal.status == .file(file, beginning: "a new file: \(removed)"))
        try await journal.record(.accepted("last"), .concluded("last"))
        try await journal.close()
        let requests = try await Journal.open(folder, clock).history(HistoryQuery()).map(\.id)
        #expect(requests == ["last", "begun"])
    }

    @Test func `a file in place of the open file is set aside`() async throws {
        let journal = try await Journal.open(folder, clock)
        try await journal.record(.accepted("begun"))
        try FileManager.default.moveItem(atPath: file, toPath: "\(folder.path)/elsewhere")
        try folder.write("a copy", to: "journal.sqlite")
        try await journal.record(.running("begun"))
        #expect(await journal.status == .fallback(because: .removed(file)))
        let setAside = try #require(try await journal.retry())
        #expect(setAside.path.hasPrefix("\(file).broken-") && setAside.reason == .removed(file))
        #expect(try String(contentsOfFile: setAside.path, encoding: .utf8) == "a copy")
        #expect(try await journal.entry("begun")?.state == .running)
    }

    @Test func `a full disk is distinguished from a disk that failed`() async throws {
        grow()
        let journal = try await journal()
        try await journal.record(.accepted("a"))
        try replaceOpenFile("\(file)-wal", by: "/dev/full")
        try await journal.record(.running("a"))
        #expect(await journal.status == .fallback(because: .full(file)))
    }

    @Test func `a stand-in from the start finds its way to the file`() async throws {
        let first = try await Journal.open(folder, clock)
        try await first.record(.accepted("a"), .concluded("a"), .accepted("left"))
        // The first holds the file until it is closed.
        let before = try folder.names
        let journal = await Journal.fallback(in: folder.path, because: .inUse(file), bootID: "first")
        try await journal.record(.accepted("b"), .concluded("b"))
        await #expect(throws: JournalError.inUse(file)) { _ = try await journal.retry() }
        #expect(try folder.names == before, "the files of the other are left alone")
        try await first.close()
        _ = try await journal.retry()
        #expect(try await journal.changes(after: 0).map(\.id) == ["a", "b", "left"], "each cursor once")
        try await journal.record(.accepted("c"), .concluded("c"))
        #expect(try await journal.entry("c")?.cursor == 4)
    }

    @Test func `a file that was refused is used again as it was`() async throws {
        let first = try await Journal.open(folder, clock)
        try await first.record(.accepted("a"), .concluded("a"))
        try await first.close()
        let journal = await Journal.fallback(
            in: folder.path, because: .refused(file, "locking protocol", code: 15), bootID: "first")
        try await journal.record(.accepted("b"), .concluded("b"))
        #expect(try await journal.retry() == nil)
        #expect(await journal.status == .file(file))
        #expect(try await journal.history(HistoryQuery()).map(\.id) == ["b", "a"])
        #expect(try folder.names.allSatisfy { !$0.contains("broken") && !$0.contains("corrupt") })
    }

    @Test func `clearing a stand-in says that the file is untouched`() async throws {
        let journal = await Journal.fallback(in: folder.path, because: .full(file), bootID: "first")
        try await journal.record(.accepted("a"), .concluded("a"))
        await #expect(throws: JournalError.full(file)) { try await journal.clear() }
        #expect(try await journal.history(HistoryQuery()).isEmpty)
    }

    @Test func `memory is bounded`() async throws {
        var limits = JournalLimits()
        limits.inMemory = 20
        let journal = await Journal.inMemory(bootID: "first", limits: limits)
        try await journal.record(.accepted("running"))
        for index in 0..<100 { try await journal.record([.accepted("\(index)"), .concluded("\(index)")]) }
        let kept = try await journal.history(HistoryQuery(limit: nil))
        #expect((18...20).contains(kept.count))
        #expect(kept.first?.id == "99")
        try await journal.record(.running("running"))
    }

    /// Puts another file in the place of one that this process has open.
    private func replaceOpenFile(_ path: String, by other: String) throws {
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
        let found = descriptors.filter { number in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")) == path
        }
        try #require(!found.isEmpty)
        let descriptor = open(other, O_RDWR | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        for number in found { try #require(dup2(descriptor, number) == number) }
    }
}
