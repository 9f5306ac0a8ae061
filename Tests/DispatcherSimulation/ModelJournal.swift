import DispatcherMessages
import RequestRecord
import UnixSystem
import XCallbackURL

@testable import DispatcherJournal

/// A file of rows. A kill of the daemon leaves the committed rows, and a power cut the rows of the last clean end. Each
/// daemon gets its own file, with the rows of the previous daemon.
// Unchecked, because only the thread of the simulation uses this type, which ModelMachine checks.
final class ModelJournal: RowStore, @unchecked Sendable {
    private struct Row {
        let number: Int64
        var entry: JournalEntry
    }

    private var rows: [Row] = []
    private var places: [String: Int] = [:]
    /// The rows that survive a power cut.
    private var durable: [Row] = []
    private(set) var lastCursor: Int64 = 0
    /// Whether the disk is full.
    var isFull = false
    /// Called with the old and the new state of a row.
    var committed: (JournalEntry?, JournalEntry) -> Void = { _, _ in }

    init() {}

    /// Makes the file in the state in which the next daemon finds it.
    init(after last: ModelJournal, powerCut: Bool) {
        rows = powerCut ? last.durable : last.rows
        durable = rows
        lastCursor = last.lastCursor
        for place in rows.indices { places[rows[place].entry.id] = place }
    }

    /// All rows, oldest first.
    var entries: [JournalEntry] { rows.map(\.entry) }

    subscript(id: String) -> JournalEntry? { places[id].map { rows[$0].entry } }

    func openRows() -> [StoredRow] { stored { $0.cursor == nil } }

    func write(_ changes: [RowChange], deleting numbers: [Int64]) throws(JournalError) -> Set<String> {
        if isFull { throw .full("the model's disk") }
        var duplicates: Set<String> = []
        for change in changes {
            let entry = change.entry
            lastCursor = max(lastCursor, entry.cursor ?? 0)
            if let place = places[entry.id] {
                guard !change.isNew else {
                    duplicates.insert(entry.id)
                    continue
                }
                committed(rows[place].entry, entry)
                rows[place].entry = entry
            } else {
                committed(nil, entry)
                places[entry.id] = rows.count
                rows.append(Row(number: Int64(rows.count + 1), entry: entry))
            }
        }
        return duplicates
    }

    private func stored(_ isWanted: (JournalEntry) -> Bool) -> [StoredRow] {
        rows.filter { isWanted($0.entry) }.map { StoredRow(number: $0.number, entry: $0.entry) }
    }

    func history(_ query: HistoryQuery, below number: Int64, count: Int) -> (rows: [StoredRow], next: Int64?) {
        let found = stored { entry in
            (entry.cursor != nil || query.namesRequests) && query.matches(entry)
                && query.id.map { $0 == entry.id || $0 == entry.request.clientID } ?? true
        }
        return (found.reversed(), nil)
    }

    func finished(after cursor: Int64, limit: Int) -> [StoredRow] {
        Array(stored { $0.cursor ?? .min > cursor }.prefix(limit))
    }

    func uncertainCallbacks() -> Int { rows.count { $0.entry.callback?.state == .uncertain } }

    // The model has no limit, and deletes no rows.
    func delete(acceptedBefore wall: Int64, atMost count: Int, lastCursor: Int64) -> Int { 0 }

    func exceeds(_ size: JournalSize) -> Bool { false }

    func shrink(to size: JournalSize, lastCursor: Int64) -> Bool { false }

    func makeRoom(within size: JournalSize, lastCursor: Int64) -> Bool { false }

    func compact() {}

    func emptyLog() {}

    func close() { durable = rows }
}

extension Journal {
    /// Opens a file of the model.
    func open(_ file: ModelJournal) {
        lastCursor = file.lastCursor
        wasSuspended = folder?.isMarkedSuspended ?? false
        try? folder?.markOpen(bootID: bootID)
        medium = .file(file)
        startCommits()
    }
}
