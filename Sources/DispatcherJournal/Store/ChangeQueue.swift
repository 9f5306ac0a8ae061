import Synchronization
import UnixSystem

/// The queue of changes for the next transaction.
final class ChangeQueue: Sendable {
    struct Item: Sendable {
        let changes: [JournalChange]
        let time: Timestamp
        let durability: Durability
        let done: CheckedContinuation<Result<Void, JournalError>, Never>
    }

    enum Admission: Sendable {
        /// The caller must start the commits.
        case first
        /// Commits are running already.
        case queued
        case refused(JournalError)
    }

    private struct Contents {
        var items: [Item] = []
        var isServed = false
        var isClosed = false
    }

    private let contents = Mutex(Contents())
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Adds an item. Refuses a new request if the queue is full.
    func add(_ item: Item) -> Admission {
        contents.withLock { contents in
            if contents.isClosed { return .refused(.closed) }
            if contents.items.count >= limit, case .accepted = item.changes.first {
                return .refused(.overloaded(limit))
            }
            contents.items.append(item)
            defer { contents.isServed = true }
            return contents.isServed ? .queued : .first
        }
    }

    /// Removes and returns the next items in their order.
    func take(atMost count: Int) -> [Item] {
        contents.withLock { contents in
            let taken = Array(contents.items.prefix(count))
            contents.items.removeFirst(taken.count)
            return taken
        }
    }

    /// Whether there are more items. Call it after ``take(atMost:)``; if it returns false, the next ``add(_:)`` starts
    /// the commits again.
    func isMoreToTake() -> Bool {
        contents.withLock { contents in
            contents.isServed = !contents.items.isEmpty
            return contents.isServed
        }
    }

    /// Refuses all later items.
    func close() { contents.withLock { $0.isClosed = true } }
}
