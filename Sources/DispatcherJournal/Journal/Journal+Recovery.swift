import DispatcherMessages
package import RequestRecord

extension Journal {
    /// Passes the requests that the previous daemon left unfinished to `decide`, and records the steps that end these
    /// requests in one transaction. Call it once, after opening and before the first request.
    /// - Parameter decide: Returns the steps, and the decisions for the caller. The closure runs on the journal's
    ///   thread.
    package func recover<Decisions: Sendable>(
        _ decide: @Sendable (UnfinishedRequests) -> (decisions: Decisions, changes: [JournalChange])
    ) throws(JournalError) -> Decisions {
        var unfinished = UnfinishedRequests(bootID: bootID, now: clock(), wasSuspended: wasSuspended)
        // A journal in memory has no requests of the previous daemon.
        guard case .file(let store) = medium else { return decide(unfinished).decisions }
        do throws(JournalError) {
            let rows = try store.openRows().filter { row in
                row.entry.map { open[$0.id] == nil } ?? true
            }
            unfinished.entries = rows.compactMap(\.entry)
            unfinished.damaged = rows.count - unfinished.entries.count
            let (decisions, changes) = decide(unfinished)
            var batch = JournalBatch(open: unfinished.entries, bootID: bootID, lastCursor: lastCursor)
            try batch.take(changes, at: unfinished.now)
            let damaged = rows.filter { $0.entry == nil }.map(\.number)
            _ = try store.write(batch.records, deleting: damaged, isDurable: true)
            for entry in unfinished.entries { open[entry.id] = RowChange(entry: entry, verb: .update) }
            adopt(batch.finish())
            try forgetSuspension()
            return decisions
        } catch {
            fallBack(because: error)
            throw error
        }
    }

    private func forgetSuspension() throws(JournalError) {
        guard wasSuspended else { return }
        try folder?.clearSuspended()
        wasSuspended = false
    }
}
