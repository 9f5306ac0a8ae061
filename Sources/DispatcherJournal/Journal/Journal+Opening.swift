import DispatcherMessages
package import RequestRecord
package import UnixSystem

extension Journal {
    /// Makes a journal that is not open yet. Recorded changes wait until the journal is opened.
    /// - Parameter folder: The folder of the journal's file; nil for a journal in memory.
    package init(
        in folder: String?, bootID: String, clock: @escaping Timestamp.Clock = { .now },
        limits: JournalLimits = JournalLimits()
    ) {
        self.init(folder: folder.map(JournalFolder.init), bootID: bootID, clock: clock, limits: limits)
    }

    /// Makes a journal that is only in memory.
    package static func inMemory(
        bootID: String, clock: @escaping Timestamp.Clock = { .now }, limits: JournalLimits = JournalLimits()
    ) async -> Journal {
        let journal = Journal(in: nil, bootID: bootID, clock: clock, limits: limits)
        await journal.openMemory(because: nil)
        return journal
    }

    /// Whether the journal has a file, which it uses if possible.
    package nonisolated var hasFile: Bool { folder != nil }

    /// Whether an earlier daemon of this boot did not close the file, so that requests may be unfinished.
    package nonisolated var wasLeftOpen: Bool {
        guard let condition = folder?.condition else { return false }
        return condition.wasSuspended || condition.wasOpen && condition.bootID == bootID
    }

    /// Opens the journal in memory.
    /// - Parameter error: Why the file cannot be opened; ``retry()`` tries again. Nil for a journal without a file.
    package func openMemory(because error: JournalError?) {
        let store = MemoryStore()
        medium = if let error { .fallback(store, because: error) } else { .memory(store) }
        startCommits()
    }

    /// Opens the file. Starts a new file if the file is missing or damaged, or has another schema. Call ``recover(_:)``
    /// next.
    /// - Throws: ``JournalError`` if the file cannot be used; call ``openMemory(because:)`` then.
    package func openFile() throws(JournalError) -> JournalOpening {
        guard let folder else { throw .closed }
        let condition = folder.condition
        try folder.prepare()
        // A check reads the whole file, which takes a second for a million requests.
        let isChecked = condition.isDoubtful(inBoot: bootID)
        let (store, fileCursor, setAside) = try openStore(in: folder, isChecked: isChecked)
        try folder.markOpen(bootID: bootID)
        lastCursor = fileCursor
        wasSuspended = condition.wasSuspended && setAside == nil
        medium = .file(store)
        keepSize()
        startCommits()
        return JournalOpening(
            setAside: setAside, wasClosed: !condition.wasOpen && !condition.wasSuspended, wasSuspended: wasSuspended)
    }

    /// Opens the database. Sets aside a database that is damaged or has another schema.
    private func openStore(
        in folder: JournalFolder, isChecked: Bool
    ) throws(JournalError) -> (store: JournalStore, lastCursor: Int64, setAside: JournalOpening.SetAside?) {
        let size = JournalSize(bytes: limits.size())
        do throws(JournalError) {
            let store = try JournalStore(
                path: folder.database, isChecked: isChecked, size: size, pageLimit: limits.pages())
            return (store, try store.lastCursor(), nil)
        } catch {
            let reason: String
            switch error {
            case .damaged: reason = "corrupt"
            case .otherSchema: reason = "other-schema"
            case .inUse, .refused: throw folder.lockRefusal().map(JournalError.system) ?? error
            default: throw error
            }
            // The failed connection must be closed by now: closing it deletes the log at a path that the new file will
            // use.
            let path = try folder.setAside(as: reason, at: clock())
            if case .otherSchema = error { beginning = "a journal with another schema was set aside: \(path)" }
            let store = try JournalStore(path: folder.database, isChecked: false, size: size, pageLimit: limits.pages())
            return (store, 0, .init(path: path, reason: error))
        }
    }

    /// Moves the journal from memory back to a file when the error may be over, for example because the disk has room
    /// again. Copies the records in memory to the file. Sets aside a file that failed.
    /// - Parameter end: Returns the steps that end the file's unfinished requests of which the memory has no record.
    /// - Returns: Nil if the journal is not in memory because of an error.
    /// - Throws: ``JournalError`` if the error persists. The journal stays in memory.
    package func retry(
        _ end: @Sendable (UnfinishedRequests) -> [JournalChange]
    ) throws(JournalError) -> JournalOpening? {
        guard case .fallback(let memory, var cause) = medium, let folder else { return nil }
        do throws(JournalError) {
            try folder.prepare()
            var broken: JournalOpening.SetAside?
            if cause.breaksFile || cause.isRemoval {
                let path = try folder.setAside(as: "broken", at: clock())
                if File.exists(path) { broken = .init(path: path, reason: cause) }
                if cause.isRemoval { beginning = "a new file: \(cause)" }
                // From here on, an error concerns a new file.
                cause = .notDurable(because: cause)
            }
            let (store, fileCursor, damaged) = try openStore(in: folder, isChecked: true)
            lastCursor = try moveRows(from: memory, to: store, after: fileCursor, end)
            medium = .file(store)
            // The suspended mark is still set: a daemon that opens the file now repeats no request that it records.
            try folder.markOpen(bootID: bootID)
            try folder.clearSuspended()
            return JournalOpening(setAside: broken ?? damaged, wasClosed: false, wasSuspended: true)
        } catch {
            if !isInFile { medium = .fallback(memory, because: cause.breaksFile || cause.isRemoval ? cause : error) }
            throw error
        }
    }

    /// Writes the records in memory to a file in one transaction. Ends the unfinished requests of the file that are not
    /// in memory.
    /// - Returns: The last cursor.
    private func moveRows(
        from memory: MemoryStore, to file: any FileStore, after fileCursor: Int64,
        _ end: (UnfinishedRequests) -> [JournalChange]
    ) throws(JournalError) -> Int64 {
        // The file may have cursors that this journal does not know, because the file could not be opened before.
        let shift = max(0, fileCursor - cursorAtFallback)
        let moved = memory.entries.map { entry in
            var entry = entry
            if let cursor = entry.cursor { entry.cursor = cursor + shift }
            return entry
        }
        let known = Set(moved.map(\.id))
        let rest = try file.openRows()
        let left = rest.compactMap(\.entry).filter { !known.contains($0.id) }
        var batch = JournalBatch(open: left, bootID: bootID, lastCursor: max(lastCursor + shift, fileCursor))
        let unfinished = UnfinishedRequests(entries: left, bootID: bootID, now: clock(), wasSuspended: true)
        try batch.take(end(unfinished), at: unfinished.now)
        _ = try file.write(
            moved.map { .init(entry: $0, verb: .replace) } + batch.records,
            deleting: rest.filter { $0.entry == nil }.map(\.number), isDurable: true)
        return batch.lastCursor
    }
}
