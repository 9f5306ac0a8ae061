import DispatcherMessages
import RequestRecord
package import UnixSystem

/// The record of requests, outcomes and callbacks, from which a daemon continues after its predecessor was killed.
///
/// SQLite runs on a dedicated thread. Changes that arrive during a commit share the next transaction. When the file
/// fails, the journal continues in memory and reports the failure in ``status``.
package actor Journal {
    /// The place of the rows.
    enum Medium {
        case file(any FileStore)
        case fallback(MemoryStore, because: JournalError)
        case memory(MemoryStore)
        case closed

        var isFallback: Bool { if case .fallback = self { true } else { false } }
    }

    let executor: BlockingExecutor
    let queue: ChangeQueue
    /// Nil if the journal is only in memory.
    let folder: JournalFolder?
    let bootID: String
    let clock: @Sendable () -> Timestamp
    let limits: JournalLimits

    var medium = Medium.closed {
        didSet {
            shares = DoorShares()
            if oldValue.isFallback != medium.isFallback { signals.tell(status) }
        }
    }
    /// The bytes that each socket holds of the file, counted when the file is first full, and updated from then on.
    var shares = DoorShares()
    nonisolated let signals = JournalSignals()
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

    init(
        folder: JournalFolder?, bootID: String, clock: @escaping Timestamp.Clock, limits: JournalLimits,
        thread: any WorkQueue = WorkThread("journal")
    ) {
        executor = BlockingExecutor(on: thread)
        self.folder = folder
        self.bootID = bootID
        self.clock = clock
        self.limits = limits
        queue = ChangeQueue(limits: limits)
    }

    /// Updates the state in memory after a commit.
    func adopt(_ batch: (changes: [RowChange], lastCursor: Int64), without duplicates: Set<String> = []) {
        let changes = batch.changes
        for change in changes where duplicates.isEmpty || !duplicates.contains(change.entry.id) {
            guard let cursor = change.entry.cursor else {
                // The request has a row now.
                change.verb = .update
                open[change.entry.id] = change
                continue
            }
            if change.verb == .update { open[change.entry.id] = nil }
            if shares.isComplete { shares.add(change.bytes, of: change.entry.request.door, at: cursor) }
        }
        if batch.lastCursor > lastCursor { signals.settlements.happen() }
        lastCursor = batch.lastCursor
    }

    var store: any RowStore {
        get throws(JournalError) {
            switch medium {
            case .file(let store): return store
            case .fallback(let store, _), .memory(let store): return store
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

    /// Reports when the journal moves to memory and when it returns to its file. Supports one listener.
    package nonisolated var statusChanges: AsyncStream<JournalStatus> { signals.statusChanges }

    /// Reports posts that could not be written. Keeps only the newest report. Supports one listener.
    package nonisolated var losses: AsyncStream<JournalLoss> { signals.losses }

    /// The next end of requests.
    package nonisolated var settlement: Event { signals.settlements.next }

    /// The current place of the journal.
    package var status: JournalStatus {
        switch medium {
        case .file: .file(folder?.database ?? "", beginning: beginning)
        case .fallback(_, let error): .fallback(because: error)
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
        let memory = MemoryStore()
        let entries = finished + open.values.map(\.entry).sorted { $0.accepted.boot < $1.accepted.boot }
        _ = memory.write(entries.map { .init(entry: $0, verb: .insert) }, isDurable: false)
        medium = .fallback(memory, because: error)
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
}
