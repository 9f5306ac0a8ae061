import RequestRecord
import UnixSystem

/// The queue of changes for the next transaction.
final class ChangeQueue: Sendable {
    struct Item: Sendable {
        let changes: [JournalChange]
        let time: Timestamp
        /// Nil for a post: no task waits for its commit.
        let done: CheckedContinuation<Result<Void, JournalError>, Never>?

        fileprivate var isNewRequest: Bool { if case .accepted = changes.first { true } else { false } }
    }

    /// When the caller must start the commits.
    enum Start: Sendable {
        case now
        /// After ``JournalLimits/postingDelay``, by ``ChangeQueue/endDelay()``.
        case later
    }

    private struct Contents {
        var items: [Item] = []
        /// Whether the commits are running. Also true until the journal is open, which starts the commits.
        var isServed = true
        /// Whether the commits start soon.
        var isDelayed = false
        var isClosed = false
    }

    private let contents = Lock(Contents())
    private let limits: JournalLimits

    init(limits: JournalLimits) { self.limits = limits }

    /// Adds an item. A full queue refuses posts and new requests. After a post the commits start later, unless a batch is
    /// complete.
    /// - Returns: Nil if the commits are running already, or start soon.
    func add(_ item: Item) throws(JournalError) -> Start? {
        let isPost = item.done == nil
        return try contents.withLock { contents throws(JournalError) -> Start? in
            if contents.isClosed { throw .closed }
            let limit = isPost ? limits.posted : limits.waiting
            if contents.items.count >= limit, isPost || item.isNewRequest { throw .overloaded(limit) }
            contents.items.append(item)
            if contents.isServed { return nil }
            if isPost, contents.items.count < limits.batch {
                defer { contents.isDelayed = true }
                return contents.isDelayed ? nil : .later
            }
            contents.isServed = true
            return .now
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
            let taken = Array(contents.items.prefix(count))
            contents.items.removeFirst(taken.count)
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
