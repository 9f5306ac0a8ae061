import Synchronization
import UnixSystem

/// The changes that wait for the next transaction.
final class ChangeQueue: Sendable {
    struct Item: Sendable {
        let changes: [JournalChange]
        let time: Timestamp
        let durability: Durability
        let done: CheckedContinuation<Result<Void, JournalError>, Never>
    }

    enum Admission: Sendable {
        /// Somebody is to be sent who commits it.
        case first
        /// Somebody is on the way.
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

    /// Lets an item in, unless it brings a new request and the queue is full.
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

    /// The next items, in the order in which they came.
    func take(atMost count: Int) -> [Item] {
        contents.withLock { contents in
            let taken = Array(contents.items.prefix(count))
            contents.items.removeFirst(taken.count)
            return taken
        }
    }

    /// Whether whoever took items is to come again.
    func isMoreToTake() -> Bool {
        contents.withLock { contents in
            contents.isServed = !contents.items.isEmpty
            return contents.isServed
        }
    }

    /// Lets nothing more in.
    func close() { contents.withLock { $0.isClosed = true } }
}
