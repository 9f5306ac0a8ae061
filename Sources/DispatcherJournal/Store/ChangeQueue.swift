import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

/// The queue of changes for the next transaction.
final class ChangeQueue: Sendable {
    struct Item: Sendable {
        let changes: [JournalChange]
        let time: Timestamp
        /// Nil for a post: no task waits for its commit.
        let done: CheckedContinuation<Result<Void, JournalError>, Never>?
        /// The bytes that count towards ``JournalLimits/posted``; 0 if a task waits.
        var bytes = 0

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

    /// Adds an item. A full queue refuses posts and new requests. After a post the commits start later, unless a batch is
    /// complete.
    /// - Returns: Nil if the commits are running already, or start soon.
    func add(_ item: Item) throws(JournalError) -> Start? {
        let isPost = item.done == nil
        return try contents.withLock { contents throws(JournalError) -> Start? in
            if contents.isClosed { throw .closed }
            let isFull = contents.items.count >= limits.waiting || contents.bytes + item.bytes > limits.posted
            if isFull, isPost || item.isNewRequest { throw .overloaded(limits.waiting) }
            contents.items.append(item)
            contents.bytes += item.bytes
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

extension JournalChange {
    /// The approximate number of bytes of a change that is posted.
    var bytes: Int {
        switch self {
        case .accepted(let request):
            request.environment.reduce(256 + request.url.utf8.count) { $0 + $1.value.utf8.count }
        case .concluded(_, .success(let output), _, _, _): output.json.utf8.count
        case .concluded(_, .error(let error), _, _, _): "\(error)".utf8.count
        default: 64
        }
    }
}
