extension Journal {
    /// Decides on everything that the process before us left unfinished, in one transaction. To be called once, between
    /// opening and the first request.
    ///
    /// Of this boot, what had not begun is run if it is younger than 60 s by the boot clock, and a callback that nobody
    /// claimed is opened; all else ends. Nothing of an earlier boot is run or opened.
    /// - Parameter callback: The callback for the error that ends a request. It is called on the journal's own thread.
    package func recover(_ callback: JournalRecovery.CallbackMaker) throws(JournalError) -> JournalRecovery {
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
            _ = try store.write(batch.records, deleting: damaged, isDurable: isInFile)
            for entry in recovery.toRun + recovery.toOpen { open[entry.id] = entry }
            adopt(batch)
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
