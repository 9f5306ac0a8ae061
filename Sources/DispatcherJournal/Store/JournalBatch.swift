import UnixSystem

/// The rows that the next transaction writes.
struct JournalBatch {
    private let open: [String: JournalEntry]
    private let bootID: String
    private(set) var lastCursor: Int64
    private(set) var records: [RowChange] = []
    private var places: [String: Int] = [:]

    /// - Parameter capacity: How many rows it is likely to have.
    init(open: [String: JournalEntry], bootID: String, lastCursor: Int64, capacity: Int = 0) {
        self.open = open
        self.bootID = bootID
        self.lastCursor = lastCursor
        records.reserveCapacity(capacity)
        places.reserveCapacity(capacity)
    }

    init(open: [JournalEntry], bootID: String, lastCursor: Int64) {
        let pairs = open.map { ($0.id, $0) }
        self.init(open: Dictionary(pairs) { first, _ in first }, bootID: bootID, lastCursor: lastCursor)
    }

    /// Releases the open requests, so that the journal can change its own without a copy, and returns the rows.
    consuming func finish() -> (changes: [RowChange], lastCursor: Int64) { (records, lastCursor) }

    /// Adds all of the steps, or none.
    mutating func take(_ changes: [JournalChange], at time: Timestamp) throws(JournalError) {
        var entries: [JournalEntry] = []
        entries.reserveCapacity(1)
        for change in changes {
            let id = change.id
            if let index = entries.indices.first(where: { entries[$0].id == id }) {
                try entries[index].take(change, at: time)
            } else {
                entries.append(try JournalEntry.after(change, of: self.entry(id), at: time, bootID: bootID))
            }
        }
        for index in entries.indices { put(entries[index]) }
    }

    /// Returns the entry of an unfinished request as it will be after the transaction.
    func entry(_ id: String) -> JournalEntry? { places[id].map { records[$0].entry } ?? open[id] }

    /// Writes several steps of a request as one row.
    private mutating func put(_ entry: consuming JournalEntry) {
        if entry.isFinished, entry.cursor == nil {
            lastCursor += 1
            entry.cursor = lastCursor
        }
        if let place = places[entry.id] {
            records[place].entry = entry
        } else {
            places[entry.id] = records.count
            records.append(.init(entry: entry, verb: open.index(forKey: entry.id) == nil ? .insert : .update))
        }
    }
}
