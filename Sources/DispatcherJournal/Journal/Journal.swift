import DispatcherMessages
package import RequestRecord
package import UnixSystem

/// The record of requests, outcomes and callbacks, from which a daemon continues after its predecessor was killed.
///
/// SQLite runs on a dedicated thread. Changes that arrive during a commit share the next transaction. When the file
/// fails, the journal continues in memory and reports the failure in ``status``.
package actor Journal {
    /// The place of the rows.
    enum Medium {
        case file(any RowStore)
        /// The error is nil if the journal is meant to be in memory.
        case memory(JournalStore, because: JournalError?)
        case closed

        var isFallback: Bool { if case .memory(_, _?) = self { true } else { false } }
    }

    let executor: BlockingExecutor
    let queue: ChangeQueue
    /// Nil if the journal is only in memory.
    let folder: JournalFolder?
    let bootID: String
    let clock: @Sendable () -> Timestamp
    let limits: JournalLimits

    var medium = Medium.closed {
        didSet { if oldValue.isFallback != medium.isFallback { statusChange.yield(status) } }
    }
    /// Reports when the journal moves to memory and when it returns to its file. Supports one listener.
    package nonisolated let statusChanges: AsyncStream<JournalStatus>
    private let statusChange: AsyncStream<JournalStatus>.Continuation
    /// Reports posts that could not be written. Keeps only the newest report. Supports one listener.
    package nonisolated let losses: AsyncStream<JournalLoss>
    let loss: AsyncStream<JournalLoss>.Continuation
    private let settlements = Changes()
    /// The unfinished requests, as they were last written. The next row of a request is made from its entry here, and a
    /// journal in memory starts with these entries.
    var open: [String: RowChange] = [:]
    var lastCursor: Int64 = 0
    /// The last cursor of the file when the journal moved to memory.
    var cursorAtFallback: Int64 = 0
    /// Why the journal began a new file; nil if it did not, or if the log alone reports the reason.
    var beginning: String?
    /// Whether an earlier process left the file and continued in memory.
    var wasSuspended = false
    /// The number of writers that waited for the last commit.
    var lastWriters = 0
    /// Whether old requests are being deleted, because there are too many.
    var isShrinking = false
    /// The number of changes and commits since the journal was opened.
    package internal(set) var statistics = JournalStatistics()

    /// The actor runs on its own thread, because SQLite blocks.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Makes a journal that is not open yet. Recorded changes wait until the journal is opened.
    /// - Parameter folder: The folder of the journal's file; nil for a journal in memory.
    package init(
        in folder: String?, bootID: String, clock: @escaping Timestamp.Clock = { .now },
        limits: JournalLimits = JournalLimits(), thread: any WorkQueue = WorkThread("journal")
    ) {
        executor = BlockingExecutor(on: thread)
        self.folder = folder.map(JournalFolder.init)
        self.bootID = bootID
        self.clock = clock
        self.limits = limits
        queue = ChangeQueue(limits: limits)
        (statusChanges, statusChange) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (losses, loss) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Updates the state in memory after a commit.
    func adopt(_ batch: (changes: [RowChange], lastCursor: Int64), without duplicates: Set<String> = []) {
        for change in batch.changes where !duplicates.contains(change.entry.id) {
            // The request has a row now.
            change.isNew = false
            open[change.entry.id] = change.entry.cursor == nil ? change : nil
        }
        if batch.lastCursor > lastCursor { settlements.happen() }
        lastCursor = batch.lastCursor
    }

    var store: any RowStore {
        get throws(JournalError) {
            switch medium {
            case .file(let store): return store
            case .memory(let store, _): return store
            case .closed: throw .closed
            }
        }
    }

    /// Reads or deletes rows. If the file fails, the journal continues in memory.
    func use<Value>(_ body: (any RowStore) throws(JournalError) -> Value) throws(JournalError) -> Value {
        commitQueued()
        do throws(JournalError) {
            return try body(store)
        } catch {
            if error.breaksFile { fallBack(because: error) }
            throw error
        }
    }

    /// Whether the journal is in its file now, and not in memory.
    package var isInFile: Bool {
        if case .file = medium { true } else { false }
    }

    /// The next end of requests.
    package nonisolated var settlement: Event { settlements.next }

    /// The current place of the journal.
    package var status: JournalStatus {
        switch medium {
        case .file: .file(folder?.database ?? "", beginning: beginning)
        case .memory(_, let error?): .fallback(because: error)
        case .memory: .memory
        case .closed: .closed
        }
    }

    /// The stores of failed files, by their addresses. A store here is never closed: closing it would write to its file
    /// again, and delete the log of the next file, which has the same path.
    private static let kept = Lock<[UInt]>([])

    /// Moves the journal to memory. The journal in memory starts with the unfinished requests, and with the finished
    /// requests that a client may still repeat by their ids.
    ///
    /// If the file cannot be marked as suspended, the unfinished requests are not copied: the next daemon would trust
    /// the rows of the file, and would start a handler again that has started in memory. A removed file has no rows.
    func fallBack(because error: JournalError) {
        guard case .file(let file) = medium, let folder else { return }
        var finished: [JournalEntry] = []
        if error.breaksFile {
            let address = UInt(bitPattern: Unmanaged<AnyObject>.passRetained(file).toOpaque())
            Self.kept.withLock { $0.append(address) }
        } else {
            // A full disk can still be read.
            finished = (try? repeatable(in: file)) ?? []
            // Without free space the file cannot be cleaned up. The next opening cleans it up.
            try? file.close()
        }
        cursorAtFallback = lastCursor
        if !folder.markSuspended(), !error.isRemoval { open = [:] }
        // SQLite makes a database in memory unless there is no memory left.
        guard let memory = try? JournalStore() else { return medium = .closed }
        let entries = finished + open.values.map(\.entry).sorted { $0.accepted.boot < $1.accepted.boot }
        _ = try? memory.write(entries.map { RowChange(entry: $0, isNew: true) }, deleting: [])
        medium = .memory(memory, because: error)
    }

    /// Commits the queued changes and closes the file.
    package func close() throws(JournalError) {
        queue.close()
        repeat { commitNext() } while queue.isMoreToTake()
        defer { medium = .closed }
        guard case .file(let store) = medium else { return }
        try store.close()
        try folder?.markClosed()
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
        guard let folder else { return false }
        return folder.isMarkedSuspended || folder.isMarkedOpen && folder.wasOpened(inBoot: bootID)
    }

    /// Opens the journal in memory.
    /// - Parameter error: Why the file cannot be opened; ``retry()`` tries again. Nil for a journal without a file.
    package func openMemory(because error: JournalError?) {
        guard let store = try? JournalStore() else { return }
        medium = .memory(store, because: error)
        startCommits()
    }

    /// Opens the file. Starts a new file if the file is missing or damaged, or has another schema. Call ``recover(_:)``
    /// next.
    /// - Returns: The file that was set aside.
    /// - Throws: ``JournalError`` if the file cannot be used; call ``openMemory(because:)`` then.
    @discardableResult
    package func openFile() throws(JournalError) -> SetAsideFile? {
        guard let folder else { throw .closed }
        // A check reads the whole file, which takes a second for a million requests.
        let isChecked = folder.isDoubtful(inBoot: bootID)
        try folder.prepare()
        let (store, fileCursor, setAside) = try openStore(in: folder, isChecked: isChecked)
        try folder.markOpen(bootID: bootID)
        lastCursor = fileCursor
        wasSuspended = folder.isMarkedSuspended && setAside == nil
        medium = .file(store)
        keepSize()
        startCommits()
        return setAside
    }

    /// Opens the database. Sets aside a database that is damaged or has another schema.
    private func openStore(
        in folder: JournalFolder, isChecked: Bool
    ) throws(JournalError) -> (store: JournalStore, lastCursor: Int64, setAside: SetAsideFile?) {
        let size = size
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
            return (store, 0, SetAsideFile(path: path, reason: error))
        }
    }

    /// Moves the journal from memory back to a file when the error may be over, for example because the disk has room
    /// again. Copies the records in memory to the file. Sets aside a file that failed. Does nothing if the journal is not
    /// in memory because of an error.
    /// - Parameter end: Returns the steps that end the file's unfinished requests of which the memory has no record.
    /// - Returns: The file that was set aside.
    /// - Throws: ``JournalError`` if the error persists. The journal stays in memory.
    package func retry(
        _ end: @Sendable (UnfinishedRequests) -> [JournalChange]
    ) throws(JournalError) -> SetAsideFile? {
        guard case .memory(let memory, let cause?) = medium, let folder else { return nil }
        var hasFailed = cause.breaksFile || cause.isRemoval
        do throws(JournalError) {
            try folder.prepare()
            var broken: SetAsideFile?
            if hasFailed {
                let path = try folder.setAside(as: "broken", at: clock())
                if File.exists(path) { broken = SetAsideFile(path: path, reason: cause) }
                if cause.isRemoval { beginning = "a new file: \(cause)" }
                // From here on, an error concerns a new file.
                hasFailed = false
            }
            let (store, fileCursor, damaged) = try openStore(in: folder, isChecked: true)
            lastCursor = try moveRows(from: memory, to: store, after: fileCursor, end)
            medium = .file(store)
            // The suspended mark is still set: a daemon that opens the file now repeats no request that it records.
            try folder.markOpen(bootID: bootID)
            try folder.clearSuspended()
            return broken ?? damaged
        } catch {
            if !isInFile { medium = .memory(memory, because: hasFailed ? cause : error) }
            throw error
        }
    }

    /// Writes the records in memory to a file in one transaction. Ends the unfinished requests of the file that are not
    /// in memory.
    /// - Returns: The last cursor.
    private func moveRows(
        from memory: JournalStore, to file: any RowStore, after fileCursor: Int64,
        _ end: (UnfinishedRequests) -> [JournalChange]
    ) throws(JournalError) -> Int64 {
        // The file may have cursors that this journal does not know, because the file could not be opened before.
        let shift = max(0, fileCursor - cursorAtFallback)
        let moved = try memory.entries().map { entry in
            var entry = entry
            entry.cursor? += shift
            return RowChange(entry: entry, isNew: false)
        }
        let known = Set(moved.map(\.entry.id))
        let rest = try file.openRows()
        let left = rest.compactMap(\.entry).filter { !known.contains($0.id) }
        var batch = JournalBatch(open: left, bootID: bootID, lastCursor: max(lastCursor + shift, fileCursor))
        let unfinished = UnfinishedRequests(entries: left, bootID: bootID, now: clock(), wasSuspended: true)
        try batch.take(end(unfinished), at: unfinished.now)
        _ = try file.write(moved + batch.rows, deleting: rest.filter { $0.entry == nil }.map(\.number))
        return batch.lastCursor
    }

    /// The number of requests that are deleted before writers get their turn.
    private static var batchSize: Int { 200 }

    /// Deletes the finished requests that are older than `age`, by the time of day.
    /// - Returns: The number of deleted requests.
    @discardableResult
    package nonisolated func delete(olderThan age: Duration) async throws(JournalError) -> Int {
        let milliseconds = max(age, .zero).components.seconds.multipliedReportingOverflow(by: 1000)
        guard !milliseconds.overflow else { return 0 }
        let count = try await deleteAll(before: clock().wall - milliseconds.partialValue)
        if count > 0 { try await use { store throws(JournalError) in try store.emptyLog() } }
        return count
    }

    /// Deletes all finished requests and all files that were set aside, so that no file of the journal contains any of
    /// their text.
    /// - Throws: ``JournalError``. A journal in memory is cleared, and then throws because its file is not cleared.
    package nonisolated func clear() async throws(JournalError) {
        try await deleteAll(before: .max)
        try await use { store throws(JournalError) in try store.compact() }
        try folder?.removeSetAside()
        if case .fallback(let cause) = await status { throw cause }
    }

    @discardableResult
    private nonisolated func deleteAll(before wall: Int64) async throws(JournalError) -> Int {
        var total = 0
        var count: Int
        repeat {
            count = try await deleteSome(before: wall)
            total += count
        } while count == Self.batchSize
        return total
    }

    private func deleteSome(before wall: Int64) throws(JournalError) -> Int {
        try use { store throws(JournalError) in
            // `use` has committed what was queued, so that no row has a higher cursor.
            try store.delete(acceptedBefore: wall, atMost: Self.batchSize, lastCursor: lastCursor)
        }
    }

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
            _ = try store.write(batch.rows, deleting: damaged)
            for entry in unfinished.entries { open[entry.id] = RowChange(entry: entry, isNew: false) }
            adopt(batch.finish())
            if wasSuspended {
                try folder?.clearSuspended()
                wasSuspended = false
            }
            return decisions
        } catch {
            fallBack(because: error)
            throw error
        }
    }
}
