import DispatcherMessages
import RequestRecord
import UnixSystem

/// The rows that the next transaction writes.
struct JournalBatch {
    private let open: [String: RowChange]
    private let bootID: String
    private(set) var lastCursor: Int64
    private(set) var records: [RowChange] = []
    private var places: [String: Int] = [:]

    /// - Parameter capacity: The likely number of rows.
    init(open: [String: RowChange], bootID: String, lastCursor: Int64, capacity: Int = 0) {
        self.open = open
        self.bootID = bootID
        self.lastCursor = lastCursor
        records.reserveCapacity(capacity)
        places.reserveCapacity(capacity)
    }

    init(open: [JournalEntry], bootID: String, lastCursor: Int64) {
        let pairs = open.map { ($0.id, RowChange(entry: $0, verb: .update)) }
        self.init(open: Dictionary(pairs) { first, _ in first }, bootID: bootID, lastCursor: lastCursor)
    }

    /// Returns the rows. Releases the open requests, so that the journal can change its own collection without a copy.
    consuming func finish() -> (changes: [RowChange], lastCursor: Int64) { (records, lastCursor) }

    /// Adds all of the steps, or no step if one of them throws.
    mutating func take(_ changes: [JournalChange], at time: Timestamp) throws(JournalError) {
        // The open requests stay unchanged until the transaction is committed.
        var rows: [RowChange] = []
        rows.reserveCapacity(1)
        // The loop uses indices, so that no step is copied.
        for index in changes.indices {
            let id = changes[index].id
            if let row = rows.first(where: { $0.entry.id == id }) {
                try row.entry.take(changes[index], at: time)
            } else {
                let known = row(of: id)
                let entry = try JournalEntry.after(changes[index], of: known?.entry, at: time, bootID: bootID)
                rows.append(RowChange(entry: entry, verb: known?.verb ?? .insert))
            }
        }
        for row in rows { put(row) }
    }

    /// Returns the entry of an unfinished request as it will be after the transaction.
    func entry(_ id: String) -> JournalEntry? { row(of: id)?.entry }

    private func row(of id: String) -> RowChange? { places[id].map { records[$0] } ?? open[id] }

    /// Writes several steps of a request as one row.
    private mutating func put(_ row: RowChange) {
        if row.entry.isFinished, row.entry.cursor == nil {
            lastCursor += 1
            row.entry.cursor = lastCursor
        }
        if let place = places[row.entry.id] {
            records[place] = row
        } else {
            places[row.entry.id] = records.count
            records.append(row)
        }
    }
}
