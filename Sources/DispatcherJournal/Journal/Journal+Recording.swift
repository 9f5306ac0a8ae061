import DispatcherMessages
package import RequestRecord
import UnixSystem
import XCallbackURL

/// Records steps, many in one transaction.
extension Journal {
    /// Records a step, and returns when its transaction is committed. The changes of one caller keep the order of its
    /// calls. Cancelling the task does not revoke the step.
    package nonisolated func record(_ change: JournalChange) async throws(JournalError) { try await record([change]) }

    /// Records several steps, or no step if one of them is refused.
    package nonisolated func record(_ changes: [JournalChange]) async throws(JournalError) {
        let time = clock()
        let result = await withCheckedContinuation { done in
            do throws(JournalError) {
                try add(ChangeQueue.Item(changes: changes, time: time, done: done))
            } catch {
                done.resume(returning: .failure(error))
            }
        }
        try result.get()
    }

    /// Records the steps of a request that started nothing, without waiting for their transaction. The steps are
    /// committed with the next transaction, which starts after ``JournalLimits/postingDelay`` at the latest. Readers
    /// see the steps at once. A SIGKILL before the commit loses them.
    /// - Returns: False if there is no room, or the journal is closed. Then nothing is recorded; use
    ///   ``record(_:)``.
    package nonisolated func post(_ changes: [JournalChange]) -> Bool {
        let bytes = changes.reduce(0) { $0 + $1.bytes }
        return (try? add(ChangeQueue.Item(changes: changes, time: clock(), done: nil, bytes: bytes))) != nil
    }

    private nonisolated func add(_ item: ChangeQueue.Item) throws(JournalError) {
        switch try queue.add(item) {
        case .now: serve()
        case .later: executor.thread.run(after: limits.postingDelay) { if self.queue.endDelay() { self.serve() } }
        case nil: break
        }
    }

    /// Commits the changes that were recorded before the journal was open.
    func startCommits() { if queue.isMoreToTake() { serve() } }

    /// Commits the queued changes. Readers get their turn between two transactions.
    private nonisolated func serve() {
        executor.thread.run {
            self.assumeIsolated { journal in
                journal.commitNext()
                if journal.queue.isMoreToTake() { journal.serve() }
            }
        }
    }

    func commitNext() {
        // The writers that the last commit resumed are about to write again. On a machine with one processor, they
        // cannot write while this thread runs, and each writer would need its own commit.
        if lastWriters > 1 { WorkThread.yield() }
        let items = queue.take(atMost: limits.batch)
        guard !items.isEmpty else { return }
        let results = commit(items)
        lastWriters = 0
        for (item, result) in zip(items, results) {
            if let done = item.done {
                lastWriters += 1
                done.resume(returning: result)
            } else if case .failure(let error) = result {
                statistics.lost += 1
                loss.yield(JournalLoss(count: statistics.lost, error: error))
            }
        }
        keepSize()
    }

    /// Commits the changes that are queued now, so that a reader sees earlier posts.
    func commitQueued() {
        var rest = queue.count
        while rest > 0 {
            commitNext()
            rest -= limits.batch
        }
    }

    private func commit(_ items: [ChangeQueue.Item]) -> [Result<Void, JournalError>] {
        while true {
            do {
                return try write(items)
            } catch {
                if case .full = error, makeRoom() { continue }
                guard case .file = medium else { return items.map { _ in .failure(error) } }
                fallBack(because: error)
            }
        }
    }

    /// Writes items in one transaction. Each item fails or succeeds by itself, unless the transaction fails.
    private func write(_ items: [ChangeQueue.Item]) throws(JournalError) -> [Result<Void, JournalError>] {
        let store = try store
        var batch = JournalBatch(open: open, bootID: bootID, lastCursor: lastCursor)
        let results = items.map { item in
            Result { () throws(JournalError) in try batch.take(item.changes, at: item.time) }
        }
        let duplicates = try store.write(batch.rows, deleting: [])
        adopt((consume batch).finish(), without: duplicates)
        statistics.commits += 1
        statistics.changes += items.reduce(0) { $0 + $1.changes.count }
        guard !duplicates.isEmpty else { return results }
        return zip(items, results).map { item, result in
            guard let id = item.changes.first(where: { duplicates.contains($0.id) })?.id else { return result }
            return .failure(.duplicate(id))
        }
    }

    /// Adds the reason why the opener of a callback failed after it had started. Does nothing if the request was
    /// deleted, or if its callback is not opened or already has a reason.
    package func addReason(_ reason: String, toCallbackOf id: String) throws(JournalError) {
        try use { store throws(JournalError) in
            let rows = try store.history(HistoryQuery(id: id, limit: 1), below: .max, count: 1).rows
            guard var entry = rows.first?.entry, entry.id == id, entry.life == .settled(.opened),
                entry.callbackReason == nil
            else { return }
            entry.callbackReason = reason
            _ = try store.write([RowChange(entry: entry, isNew: false)], deleting: [])
        }
    }
}
