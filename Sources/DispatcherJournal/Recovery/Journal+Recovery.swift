extension Journal {
    /// Decides about everything that the previous daemon left unfinished, in one transaction. Call it once, after
    /// opening and before the first request.
    ///
    /// A request of this boot that has not started runs if it is younger than 60 s by the boot clock. A callback of
    /// this boot that was not claimed is opened if it is as young. Everything else ends.
    /// - Parameter callback: Returns the callback for the error that ends a request. It is called on the journal's
    ///   thread.
    package func recover(_ callback: JournalRecovery.CallbackMaker) throws(JournalError) -> JournalRecovery {
        // A journal in memory has nothing of the previous daemon.
        guard case .file(let store) = medium else { return JournalRecovery() }
        do throws(JournalError) {
            let rows = try store.openRows().filter { row in
                row.entry.map { open[$0.id] == nil } ?? true
            }
            let entries = rows.compactMap(\.entry)
            let rule = RecoveryRule(bootID: bootID, now: clock(), wasSuspended: wasSuspended)
            var batch = JournalBatch(open: entries, bootID: bootID, lastCursor: lastCursor)
            var recovery = JournalRecovery()
            recovery.damaged = rows.count - entries.count
            for entry in entries { try recovery.apply(entry, to: &batch, by: rule, callback: callback) }
            let damaged = rows.filter { $0.entry == nil }.map(\.number)
            _ = try store.write(batch.records, deleting: damaged, isDurable: true)
            for entry in recovery.toRun + recovery.toOpen { open[entry.id] = RowChange(entry: entry, verb: .update) }
            adopt(batch.finish())
            try forgetSuspension()
            return recovery
        } catch {
            standIn(because: error)
            throw error
        }
    }

    private func forgetSuspension() throws(JournalError) {
        guard wasSuspended else { return }
        try folder?.clearSuspended()
        wasSuspended = false
    }
}
