package import UnixSystem

extension Journal {
    /// Opens the journal of a folder, and begins one where there is none or a damaged one. ``recover(_:)`` comes next.
    /// - Throws: ``JournalError`` if there can be no file; a stand-in then does.
    package static func open(
        in folder: String, bootID: String, clock: @escaping @Sendable () -> Timestamp = { .now },
        limits: JournalLimits = JournalLimits()
    ) async throws(JournalError) -> (journal: Journal, opening: JournalOpening) {
        let journal = Journal(folder: JournalFolder(path: folder), bootID: bootID, clock: clock, limits: limits)
        return (journal, try await journal.openFile())
    }

    /// A journal in memory, for want of a file that cannot be opened. ``retry()`` tries again.
    package static func standIn(
        in folder: String, because error: JournalError, bootID: String,
        clock: @escaping @Sendable () -> Timestamp = { .now }, limits: JournalLimits = JournalLimits()
    ) async throws(JournalError) -> Journal {
        let journal = Journal(folder: JournalFolder(path: folder), bootID: bootID, clock: clock, limits: limits)
        try await journal.openMemory(because: error)
        return journal
    }

    /// A journal in memory alone.
    package static func inMemory(
        bootID: String, clock: @escaping @Sendable () -> Timestamp = { .now }, limits: JournalLimits = JournalLimits()
    ) async throws(JournalError) -> Journal {
        let journal = Journal(folder: nil, bootID: bootID, clock: clock, limits: limits)
        try await journal.openMemory(because: nil)
        return journal
    }

    private func openMemory(because error: JournalError?) throws(JournalError) {
        let store = try JournalStore(inMemoryFor: folder?.database ?? ":memory:")
        medium = if let error { .standIn(store, because: error) } else { .memory(store) }
    }

    private func openFile() throws(JournalError) -> JournalOpening {
        guard let folder else { throw .closed }
        let condition = folder.condition
        try folder.prepare()
        // What was closed in order is whole; the other is read once, from end to end.
        let isChecked = condition.wasOpen || condition.wasSuspended
        let (store, fileCursor, setAside) = try openStore(in: folder, isChecked: isChecked)
        try folder.markOpen()
        lastCursor = fileCursor
        wasSuspended = condition.wasSuspended && setAside == nil
        medium = .file(store)
        return JournalOpening(
            setAside: setAside, wasClosed: !condition.wasOpen && !condition.wasSuspended, wasSuspended: wasSuspended)
    }

    /// Opens the database, and sets aside one that is damaged.
    private func openStore(
        in folder: JournalFolder, isChecked: Bool
    ) throws(JournalError) -> (store: JournalStore, lastCursor: Int64, setAside: JournalOpening.SetAside?) {
        do throws(JournalError) {
            let store = try JournalStore(path: folder.database, isChecked: isChecked, pageLimit: limits.pages())
            return (store, try store.lastCursor(), nil)
        } catch {
            guard case .damaged = error else { throw error }
            // Its connection is closed by now: it would delete its log by a path that is to be another's.
            let path = try folder.setAside(as: "corrupt", at: clock())
            let store = try JournalStore(path: folder.database, isChecked: false, pageLimit: limits.pages())
            return (store, 0, .init(path: path, reason: error))
        }
    }

    /// Returns from memory to a file, if it was left for an error that may be over: the disk has room again, say. What was
    /// recorded in memory goes along. A file that failed is not used again but set aside.
    /// - Returns: Nil if there is nothing to return from.
    /// - Throws: ``JournalError`` if it is not over; the journal goes on in memory.
    package func retry() throws(JournalError) -> JournalOpening? {
        guard case .standIn(let memory, var cause) = medium, let folder else { return nil }
        do throws(JournalError) {
            try folder.prepare()
            var broken: JournalOpening.SetAside?
            if cause.breaksFile {
                broken = .init(path: try folder.setAside(as: "broken", at: clock()), reason: cause)
                // What fails from here on fails on another file.
                cause = .notDurable(because: cause)
            }
            let (store, fileCursor, damaged) = try openStore(in: folder, isChecked: true)
            lastCursor = try moveRows(from: memory, to: store, behind: fileCursor)
            medium = .file(store)
            // Until here, whoever finds the file does nothing again that stands in it.
            try folder.markOpen()
            try folder.clearSuspended()
            return JournalOpening(setAside: broken ?? damaged, wasClosed: false, wasSuspended: true)
        } catch {
            if !isInFile { medium = .standIn(memory, because: cause.breaksFile ? cause : error) }
            throw error
        }
    }

    /// Writes what is in memory to a file, in one transaction, and ends there what was not taken along when it was left.
    /// - Returns: The last cursor.
    private func moveRows(
        from memory: JournalStore, to file: JournalStore, behind fileCursor: Int64
    ) throws(JournalError) -> Int64 {
        // The file may have given cursors that we, who could not open it, know nothing of.
        let shift = max(0, fileCursor - cursorAtStandIn)
        let moved = try memory.allRows(where: "1").compactMap(\.entry).map { entry in
            var entry = entry
            if let cursor = entry.cursor { entry.cursor = cursor + shift }
            return entry
        }
        let known = Set(moved.map(\.id))
        let rest = try file.openRows()
        let left = rest.compactMap(\.entry).filter { !known.contains($0.id) }
        var batch = JournalBatch(open: left, bootID: bootID, lastCursor: max(lastCursor + shift, fileCursor))
        var recovery = JournalRecovery()
        let rule = RecoveryRule(bootID: bootID, now: clock(), wasSuspended: true)
        for entry in left { try recovery.apply(entry, to: &batch, by: rule) { _, _ in nil } }
        _ = try file.write(
            moved.map { .init(entry: $0, verb: .replace) } + batch.records,
            deleting: rest.filter { $0.entry == nil }.map(\.number), isDurable: true)
        return batch.lastCursor
    }
}
