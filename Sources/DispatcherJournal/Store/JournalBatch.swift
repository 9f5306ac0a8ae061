import RequestRecord
import UnixSystem

/// The rows that the next transaction writes.
struct JournalBatch {
    private let open: [String: RowChange]
    private let bootID: String
    private(set) var lastCursor: Int64
    private(set) var rows: [RowChange] = []
    private var places: [String: Int] = [:]

    init(open: [String: RowChange], bootID: String, lastCursor: Int64) {
        self.open = open
        self.bootID = bootID
        self.lastCursor = lastCursor
    }

    init(open: [JournalEntry], bootID: String, lastCursor: Int64) {
        let pairs = open.map { ($0.id, RowChange(entry: $0, isNew: false)) }
        self.init(open: Dictionary(pairs) { first, _ in first }, bootID: bootID, lastCursor: lastCursor)
    }

    /// Returns the rows. Releases the open requests, so that the journal can change its own collection without a copy.
    consuming func finish() -> (changes: [RowChange], lastCursor: Int64) { (rows, lastCursor) }

    /// Adds all of the steps, or no step if one of them throws.
    mutating func take(_ changes: [JournalChange], at time: Timestamp) throws(JournalError) {
        // The open requests stay unchanged until the transaction is committed.
        var taken: [RowChange] = []
        for change in changes {
            if let row = taken.first(where: { $0.entry.id == change.id }) {
                row.entry = try JournalEntry.after(change, of: row.entry, at: time, bootID: bootID)
            } else {
                let known = row(of: change.id)
                let entry = try JournalEntry.after(change, of: known?.entry, at: time, bootID: bootID)
                taken.append(RowChange(entry: entry, isNew: known?.isNew ?? true))
            }
        }
        for row in taken { put(row) }
    }

    /// Returns the entry of an unfinished request as it will be after the transaction.
    func entry(_ id: String) -> JournalEntry? { row(of: id)?.entry }

    private func row(of id: String) -> RowChange? { places[id].map { rows[$0] } ?? open[id] }

    /// Writes several steps of a request as one row.
    private mutating func put(_ row: RowChange) {
        if row.entry.isFinished, row.entry.cursor == nil {
            lastCursor += 1
            row.entry.cursor = lastCursor
        }
        if let place = places[row.entry.id] {
            rows[place] = row
        } else {
            places[row.entry.id] = rows.count
            rows.append(row)
        }
    }
}

extension JournalEntry {
    /// Returns the entry after a step. Throws if the step must not follow the previous step.
    /// - Parameter current: The entry before the step; nil for a request that the journal does not know.
    static func after(
        _ change: JournalChange, of current: consuming JournalEntry?, at time: Timestamp, bootID: String
    ) throws(JournalError) -> JournalEntry {
        if case .accepted(let request) = change {
            guard current == nil else { throw .duplicate(request.id) }
            return JournalEntry(request: request, bootID: bootID, at: time)
        }
        guard var entry = current else { throw .unknown(change.id, step: change.name) }
        guard entry.apply(change, at: time) else {
            let state = entry.callback?.state.rawValue ?? entry.state.rawValue
            throw .outOfOrder(change.id, step: change.name, after: state)
        }
        return entry
    }
}
