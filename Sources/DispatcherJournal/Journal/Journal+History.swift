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
            let part = try await part(of: query, below: last, count: count)
            count = Self.pageSize
            found += part.rows.compactMap(\.entry).filter(query.matches).prefix(limit - found.count)
            guard let next = part.next, next < last else { break }
            last = next
        }
        return found
    }

    private func part(
        of query: HistoryQuery, below number: Int64, count: Int
    ) throws(JournalError) -> (rows: [StoredRow], next: Int64?) {
        try use { store throws(JournalError) in try store.history(query, below: number, count: count) }
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
    package func earlier(clientID: String, door: Door) throws(JournalError) -> JournalEntry? {
        let now = clock()
        let rows = try use { store throws(JournalError) in try store.requests(clientID: clientID, door: door) }
        return rows.compactMap(\.entry).first { entry in
            entry.request.clientID == clientID && entry.request.door == door && isRepeatable(entry, now)
        }
    }

    /// Returns the finished requests of a file that a client may still repeat by their ids, oldest first.
    func repeatable(in file: any RowStore) throws(JournalError) -> [JournalEntry] {
        let now = clock()
        let rows = try file.requestsWithClientIDs(amongNewest: limits.inMemory)
        return rows.reversed().compactMap(\.entry).filter { isRepeatable($0, now) }
    }

    private func isRepeatable(_ entry: JournalEntry, _ now: Timestamp) -> Bool {
        let age = age(of: entry, now)
        return age >= .zero && age <= Self.clientIDLifetime
    }

    /// Returns for how long ``earlier(clientID:door:)`` may still find a request that is in the journal now.
    package func clientIDTime() throws(JournalError) -> Duration {
        guard let newest = try store.newest() else { return .zero }
        guard let entry = newest.entry else { return Self.clientIDLifetime }
        return max(.zero, Self.clientIDLifetime - age(of: entry, clock()))
    }

    /// Returns the age of a request: by the boot clock if it was accepted during this boot, because the time of day can
    /// be set.
    private func age(of entry: JournalEntry, _ now: Timestamp) -> Duration {
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
}

extension Journal {
    /// Deletes the oldest finished requests while all requests exceed the limits. A file shrinks between other work.
    func keepSize() {
        switch medium {
        case .fallback(let memory, _), .memory(let memory):
            // If this fails, the next record fails too, and reports the error.
            try? memory.keep(finished: limits.inMemory, lastCursor: lastCursor)
        case .file, .closed: break
        }
        guard !isShrinking, let store = try? store, isTooLarge(store) else { return }
        isShrinking = true
        continueShrinking()
    }

    private nonisolated func continueShrinking() {
        executor.enqueue {
            self.assumeIsolated { journal in
                // If this fails, the next record fails too, and reports the error.
                if (try? journal.deleteOldest()) ?? false { return journal.continueShrinking() }
                journal.isShrinking = false
            }
        }
    }

    /// Deletes some of the oldest finished requests of a store that may have no more pages. Returns false if no request
    /// can be deleted, or if the store is full for another reason than its page limit.
    func makeRoom() -> Bool {
        guard let store = try? store, let size = JournalSize(bytes: limits.size()),
            let pages = try? store.pages, pages.all > size.pagesToKeep
        else { return false }
        do {
            while try !countShares(of: store, size) {}
            return try store.deleteOldest(bytes: size.step, &shares, lastCursor: lastCursor) > 0
        } catch {
            // The caller reports that the file is full.
            return false
        }
    }

    /// Continues to count the bytes that each socket holds. Returns whether the count is complete.
    private func countShares(of store: any RowStore, _ size: JournalSize) throws(JournalError) -> Bool {
        if !shares.isComplete { try store.count(&shares, bytes: size.step) }
        return shares.isComplete
    }

    private func isTooLarge(_ file: any RowStore) -> Bool {
        guard let size = JournalSize(bytes: limits.size()), let pages = try? file.pages else { return false }
        return pages.used > size.pagesToKeep || pages.all > size.pages
    }

    /// Deletes some of the oldest finished requests if all requests exceed the limits. Otherwise frees the unused pages
    /// of a file that was larger under another limit. Before the first deletion, counts the bytes that each socket
    /// holds.
    /// - Returns: Whether there may be more to do.
    private func deleteOldest() throws(JournalError) -> Bool {
        guard let size = JournalSize(bytes: limits.size()) else { return false }
        let last = lastCursor
        return try use { file throws(JournalError) in
            try file.limit(pages: size.pages)
            let pages = try file.pages
            let excess = (pages.used - size.pagesToKeep) * JournalSize.page
            if excess > 0 {
                guard try countShares(of: file, size) else { return true }
                return try file.deleteOldest(bytes: min(excess, size.step), &shares, lastCursor: last) > 0
            }
            if pages.all > size.pages { try file.shrink() }
            return false
        }
    }
}
