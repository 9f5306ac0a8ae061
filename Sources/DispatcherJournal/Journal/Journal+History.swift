import DispatcherMessages
package import RequestRecord
import UnixSystem
import XCallbackURL

extension Journal {
    /// The number of rows that are read before writers get their turn.
    private static var pageSize: Int { 500 }
    /// The time for which a client's id refers to its request.
    package static var clientIDLifetime: Duration { .seconds(600) }

    /// Returns the requests that match, newest first.
    package nonisolated func history(_ query: HistoryQuery) async throws(JournalError) -> [JournalEntry] {
        var found: [JournalEntry] = []
        var last = Int64.max
        let limit = max(0, query.limit ?? .max)
        // Without a filter, the first part is enough.
        var count = min(Self.pageSize, limit)
        while found.count < limit {
            let part = try await use { [last, count] store throws(JournalError) in
                try store.history(query, below: last, count: count)
            }
            count = Self.pageSize
            found += part.rows.compactMap(\.entry).filter(query.matches).prefix(limit - found.count)
            guard let next = part.next, next < last else { break }
            last = next
        }
        return found
    }

    /// The cursor of the request that finished last; 0 if no request has finished yet.
    package var cursor: Int64 {
        commitQueued()
        return lastCursor
    }

    /// Returns the requests that finished after a cursor, in the order in which they finished, at most `limit`.
    /// Continue with the cursor of the last returned request. A request is finished when neither the request nor its
    /// callback can change, so each request appears once, and complete. Only ``addReason(_:toCallbackOf:)`` may still
    /// add a reason.
    package func changes(after cursor: Int64, limit: Int = 500) throws(JournalError) -> [JournalEntry] {
        try use { store throws(JournalError) in
            try store.finished(after: cursor, limit: limit).compactMap(\.entry)
        }
    }

    /// Returns the first request of the last ten minutes with this client id on the same socket. The URL of the request
    /// is redacted as in the history.
    package nonisolated func earlier(clientID: String, door: Door) async throws(JournalError) -> JournalEntry? {
        let now = clock()
        return try await history(HistoryQuery(id: clientID, limit: 100)).last { entry in
            entry.request.clientID == clientID && entry.request.door == door && isRepeatable(entry, now)
        }
    }

    /// Returns the finished requests of a file that a client may still repeat by their ids, oldest first.
    func repeatable(in file: any RowStore) throws(JournalError) -> [JournalEntry] {
        let now = clock()
        let rows = try file.history(HistoryQuery(), below: .max, count: limits.inMemory).rows
        return rows.reversed().compactMap(\.entry).filter { $0.request.clientID != nil && isRepeatable($0, now) }
    }

    private nonisolated func isRepeatable(_ entry: JournalEntry, _ now: Timestamp) -> Bool {
        let age = age(of: entry, now)
        return age >= .zero && age <= Self.clientIDLifetime
    }

    /// Returns for how long ``earlier(clientID:door:)`` may still find a request that is in the journal now.
    package func clientIDTime() throws(JournalError) -> Duration {
        // The empty ending matches every id, so that unfinished requests count too.
        let rows = try store.history(HistoryQuery(ending: ""), below: .max, count: 1).rows
        guard let newest = rows.first else { return .zero }
        guard let entry = newest.entry else { return Self.clientIDLifetime }
        return max(.zero, Self.clientIDLifetime - age(of: entry, clock()))
    }

    /// Returns the age of a request: by the boot clock if it was accepted during this boot, because the time of day can
    /// be set.
    private nonisolated func age(of entry: JournalEntry, _ now: Timestamp) -> Duration {
        entry.bootID == bootID && now.boot >= entry.accepted.boot
            ? now.since(entry.accepted) : .milliseconds(now.wall &- entry.accepted.wall)
    }

    /// The requests that wait or run, newest first.
    package var running: [JournalEntry] {
        commitQueued()
        return open.values.map(\.entry).filter { $0.outcome == nil }.sorted { $0.id > $1.id }
    }

    /// Counts the callbacks of which it is unknown whether they were opened.
    package func uncertainCallbacks() throws(JournalError) -> Int {
        try use { store throws(JournalError) in try store.uncertainCallbacks() }
    }

    /// The size that the rows may have; nil for no limit.
    var size: JournalSize? { limits.size().map(JournalSize.init) }

    /// Deletes the oldest finished requests while all requests exceed the limits. A file shrinks between other work.
    func keepSize() {
        // If this fails, the next record fails too, and reports the error.
        if case .memory(let memory, _) = medium {
            try? memory.keep(finished: limits.inMemory, lastCursor: lastCursor)
        }
        guard !isShrinking, let size, let store = try? store, (try? store.exceeds(size)) ?? false else { return }
        isShrinking = true
        continueShrinking()
    }

    private nonisolated func continueShrinking() {
        executor.thread.run {
            self.assumeIsolated { journal in
                // If this fails, the next record fails too, and reports the error.
                journal.isShrinking = (try? journal.shrink()) ?? false
                if journal.isShrinking { journal.continueShrinking() }
            }
        }
    }

    /// - Returns: Whether there may be more to do.
    private func shrink() throws(JournalError) -> Bool {
        guard let size else { return false }
        return try use { store throws(JournalError) in try store.shrink(to: size, lastCursor: lastCursor) }
    }

    /// Deletes some of the oldest finished requests of a store that may have no more pages. Returns false if no request
    /// can be deleted, or if the store is full for another reason than its page limit.
    func makeRoom() -> Bool {
        guard let store = try? store, let size else { return false }
        // The caller reports that the file is full.
        return (try? store.makeRoom(within: size, lastCursor: lastCursor)) ?? false
    }
}
