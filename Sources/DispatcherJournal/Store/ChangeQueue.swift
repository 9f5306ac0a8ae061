import DispatcherMessages
import RequestRecord
import UnixSystem

/// The queue of changes for the next transaction.
final class ChangeQueue: Sendable {
    struct Item: Sendable {
        let changes: [JournalChange]
        let time: Timestamp
        /// Nil if no task waits for the commit.
        let done: CheckedContinuation<Result<Void, JournalError>, Never>?
        /// The bytes that count towards ``JournalLimits/posted``.
        var bytes = 0
    }

    enum Enqueued: Sendable {
        /// The caller must start the commits.
        case first
        /// The caller must start the commits after ``JournalLimits/postingDelay``.
        case firstPosted
        /// Commits are running already, or start soon.
        case queued
        case refused(JournalError)
    }

    private struct Contents {
        var items: [Item] = []
        /// The bytes of all items.
        var bytes = 0
        /// Whether the commits are running. Also true until the journal is open, which starts the commits.
        var isServed = true
        /// Whether the commits start soon.
        var isDelayed = false
        var isClosed = false
    }

    private let contents = Lock(Contents())
    private let limits: JournalLimits

    init(limits: JournalLimits) { self.limits = limits }

    /// Adds an item. Refuses a new request if the queue is full.
    func add(_ item: Item) -> Enqueued {
        contents.withLock { contents in
            if contents.isClosed { return .refused(.closed) }
            if contents.items.count >= limits.waiting, case .accepted = item.changes.first {
                return .refused(.overloaded(limits.waiting))
            }
            contents.items.append(item)
            defer { contents.isServed = true }
            return contents.isServed ? .queued : .first
        }
    }

    /// Adds an item, without a task that waits for its commit. Refuses the item if the queue is full. The commits start
    /// at once when a batch is complete.
    func post(_ item: Item) -> Enqueued {
        contents.withLock { contents in
            if contents.isClosed { return .refused(.closed) }
            guard contents.items.count < limits.waiting, contents.bytes + item.bytes <= limits.posted else {
                return .refused(.overloaded(limits.waiting))
            }
            contents.items.append(item)
            contents.bytes += item.bytes
            if contents.isServed { return .queued }
            if contents.items.count >= limits.batch {
                contents.isServed = true
                return .first
            }
            defer { contents.isDelayed = true }
            return contents.isDelayed ? .queued : .firstPosted
        }
    }

    /// Ends the delay after a post.
    /// - Returns: Whether the caller must start the commits.
    func endDelay() -> Bool {
        contents.withLock { contents in
            contents.isDelayed = false
            guard !contents.isServed, !contents.items.isEmpty else { return false }
            contents.isServed = true
            return true
        }
    }

    /// Removes and returns the next items in their order.
    func take(atMost count: Int) -> [Item] {
        contents.withLock { contents in
            if contents.items.count <= count {
                defer { contents.items = [] }
                contents.bytes = 0
                return contents.items
            }
            let taken = Array(contents.items.prefix(count))
            contents.items.removeFirst(taken.count)
            contents.bytes -= taken.reduce(0) { $0 + $1.bytes }
            return taken
        }
    }

    /// Whether there are more items. Call this function after ``take(atMost:)``; if it returns false, the next
    /// ``add(_:)`` starts the commits again.
    func isMoreToTake() -> Bool {
        contents.withLock { contents in
            contents.isServed = !contents.items.isEmpty
            return contents.isServed
        }
    }

    /// The number of items.
    var count: Int { contents.withLock { $0.items.count } }

    /// Refuses all later items.
    func close() { contents.withLock { $0.isClosed = true } }
}
