import DispatcherMessages
import RequestRecord
import UnixSystem
import XCallbackURL

/// The rows in memory, for a journal that has no file or cannot use its file.
final class MemoryStore: RowStore {
    /// A row in a few hundred bytes.
    private struct Row {
        let number: Int64
        let id: String
        let clientID: String?
        let door: Door
        let wall: Int64
        var cursor: Int64?
        var isUncertain: Bool
        var bytes: RowBytes

        var entry: JournalEntry? { JournalEntry(bytes) }
        var stored: StoredRow { StoredRow(number: number, entry: entry) }
        /// The approximate number of bytes that the row takes.
        var size: Int { bytes.bytes.count + 256 }
    }

    /// The rows, in ascending order of their numbers.
    private var rows: [Row] = []
    private var numbers: [String: Int64] = [:]
    private var lastNumber: Int64 = 0
    private var finishedCount = 0
    private var size = 0

    func write(_ changes: [RowChange], isDurable: Bool) -> Set<String> {
        var duplicates: Set<String> = []
        for change in changes {
            let id = change.entry.id
            if let place = place(of: id) {
                if change.verb == .insert { duplicates.insert(id) } else { set(change.entry, at: place) }
            } else if change.verb != .update {
                add(change.entry)
            }
        }
        return duplicates
    }

    private func place(of id: String) -> Int? { numbers[id].map { place(from: $0) } }

    /// Returns the index of the first row with this number or a higher number.
    private func place(from number: Int64) -> Int {
        var range = rows.indices
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            range = rows[middle].number < number ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }

    private func add(_ entry: JournalEntry) {
        lastNumber += 1
        numbers[entry.id] = lastNumber
        rows.append(
            Row(
                number: lastNumber, id: entry.id, clientID: entry.request.clientID, door: entry.request.door,
                wall: entry.accepted.wall, cursor: nil, isUncertain: false, bytes: RowBytes()))
        size += rows[rows.count - 1].size
        set(entry, at: rows.count - 1)
    }

    private func set(_ entry: JournalEntry, at place: Int) {
        var bytes = RowBytes()
        entry.add(to: &bytes)
        size += bytes.bytes.count - rows[place].bytes.bytes.count
        if rows[place].cursor == nil, entry.cursor != nil { finishedCount += 1 }
        rows[place].bytes = bytes
        rows[place].cursor = entry.cursor
        rows[place].isUncertain = entry.life == .settled(.uncertain)
    }

    /// All requests, oldest first.
    var entries: [JournalEntry] { rows.compactMap(\.entry) }

    func history(_ query: HistoryQuery, below number: Int64, count: Int) -> (rows: [StoredRow], next: Int64?) {
        var found: [StoredRow] = []
        for row in rows[..<place(from: number)].reversed() where row.cursor != nil || query.namesRequests {
            if let id = query.id, id != row.id, id != row.clientID { continue }
            if let since = query.since, row.wall < since { continue }
            guard found.count < count else { return (found, found.last?.number) }
            let stored = row.stored
            if let entry = stored.entry, query.matches(entry) { found.append(stored) }
        }
        return (found, nil)
    }

    func finished(after cursor: Int64, limit: Int) -> [StoredRow] {
        let later = rows.filter { $0.cursor ?? .min > cursor }.sorted { $0.cursor ?? 0 < $1.cursor ?? 0 }
        return later.prefix(limit).map(\.stored)
    }

    func requests(clientID: String, door: Door) -> [StoredRow] {
        rows.filter { $0.clientID == clientID }.map(\.stored).filter { $0.entry?.request.door == door }
    }

    func newest() -> StoredRow? { rows.last?.stored }

    func uncertainCallbacks() -> Int { rows.count(where: \.isUncertain) }

    func delete(acceptedBefore wall: Int64, atMost count: Int, lastCursor: Int64) -> Int {
        let old = rows.indices.filter { rows[$0].cursor != nil && rows[$0].wall < wall }
        return remove(old.sorted { rows[$0].wall < rows[$1].wall }.prefix(count))
    }

    /// Deletes the requests that finished first if there are more than `count` finished requests, or if all rows take
    /// more than `bytes`. If one socket holds more than half of the bytes, its requests are deleted first. A tenth more
    /// is deleted, so that deletions are rare.
    func keep(finished count: Int, bytes: Int?) {
        guard finishedCount > count || size > bytes ?? .max else { return }
        let bytes = bytes.map { $0 - $0 / 10 } ?? .max
        var (finished, size) = (finishedCount, size)
        let old = rows.indices.filter { rows[$0].cursor != nil }.sorted { rows[$0].cursor ?? 0 < rows[$1].cursor ?? 0 }
        var shares = DoorShares()
        for place in old { shares.add(rows[place].size, of: rows[place].door, at: rows[place].cursor ?? 0) }
        var rest = Dictionary(grouping: old) { rows[$0].door }.mapValues { $0[...] }
        func cursor(_ places: ArraySlice<Int>) -> Int64 { places.first.flatMap { rows[$0].cursor } ?? .max }
        var removed: [Int] = []
        while finished > count - count / 10 || size > bytes {
            let door = shares.louder ?? rest.min { cursor($0.value) < cursor($1.value) }?.key
            guard let door, let place = rest[door]?.popFirst() else { break }
            shares.remove(rows[place].size, of: door, at: rows[place].cursor ?? 0)
            finished -= 1
            size -= rows[place].size
            removed.append(place)
        }
        remove(removed)
    }

    @discardableResult
    private func remove(_ places: some Collection<Int>) -> Int {
        guard !places.isEmpty else { return 0 }
        let removed = Set(places.map { rows[$0].id })
        for place in places { size -= rows[place].size }
        for id in removed { numbers[id] = nil }
        rows.removeAll { removed.contains($0.id) }
        finishedCount -= removed.count
        return removed.count
    }

    func shrink() {}

    func emptyLog() {}
}
