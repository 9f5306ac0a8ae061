import DispatcherJournal
import DispatcherRequests
import QueryCoding
import RequestRecord
import TestSupport
import UnixSystem
import XCallbackURL

extension Journal {
    /// Opens the journal of a folder.
    static func open(
        in folder: String, bootID: String, clock: @escaping Timestamp.Clock = { .now },
        limits: JournalLimits = JournalLimits()
    ) async throws(JournalError) -> (journal: Journal, setAside: SetAsideFile?) {
        let journal = Journal(in: folder, bootID: bootID, clock: clock, limits: limits)
        return (journal, try await journal.openFile())
    }

    /// Opens the journal of a folder during the boot "first", without the report on its files.
    static func open(
        _ folder: TemporaryFolder, _ clock: TestClock = TestClock(), boot: String = "first",
        limits: JournalLimits = JournalLimits()
    ) async throws -> Journal {
        try await Journal.open(in: folder.path, bootID: boot, clock: { clock.now }, limits: limits).journal
    }

    /// Makes a journal in memory, because the file cannot be opened.
    static func fallback(in folder: String, because error: JournalError, bootID: String) async -> Journal {
        let journal = Journal(in: folder, bootID: bootID)
        await journal.openMemory(because: error)
        return journal
    }

    /// Records steps one after the other.
    nonisolated func record(_ changes: JournalChange...) async throws {
        for change in changes { try await record(change) }
    }

    nonisolated func entry(_ id: String) async throws -> JournalEntry? { try await history(HistoryQuery(id: id)).first }

    /// Recovers, the error callback of each request being `otherapp://error`.
    func recover() throws -> JournalRecovery {
        try recover { _, _ in CallbackReport(url: "otherapp://error") }
    }

    /// Recovers as the daemon does.
    func recover(_ callback: @escaping JournalRecovery.CallbackMaker) throws(JournalError) -> JournalRecovery {
        try recover { unfinished in
            let recovery = JournalRecovery(of: unfinished, callback: callback)
            return (recovery, recovery.changes)
        }
    }

    func retry() throws(JournalError) -> SetAsideFile? {
        try retry { JournalRecovery(of: $0) { _, _ in nil }.changes }
    }
}

extension JournalChange {
    static func accepted(_ id: String, clientID: String? = nil, door: Door = .control) -> JournalChange {
        .accepted(AcceptedRequest(id: id, clientID: clientID, door: door, url: "notes:///create?title=\(id)"))
    }

    static func running(_ id: String) -> JournalChange { .running(id, route: "notes.create") }

    /// Its end without a callback.
    static func concluded(_ id: String) -> JournalChange { .concluded(id, .success) }

    /// Its end with a callback to open.
    static func calling(_ id: String) -> JournalChange {
        let callback = CallbackReport(url: "otherapp://done?id=\(id)")
        return .concluded(id, .success(["id": 7]), callback: callback)
    }
}
