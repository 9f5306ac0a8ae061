import NIOCore
import Synchronization
import XCallbackURL

/// What a worker was asked and has not answered. Whoever takes a call out ends it, so it ends once.
final class OutstandingCalls: Sendable {
    /// Nil is told to one that was not asked.
    typealias Waiter = CheckedContinuation<Outcome?, any Error>

    /// A call, and what ends it when its time is over.
    struct Call {
        let waiter: Waiter
        let timer: Scheduled<Void>

        func end(_ result: Result<Outcome?, any Error>) {
            timer.cancel()
            waiter.resume(with: result)
        }
    }

    /// How much a worker has to do: what it owes, then what it was ever asked.
    struct Load: Comparable {
        let pending: Int
        let asked: Int

        static func < (one: Load, other: Load) -> Bool { (one.pending, one.asked) < (other.pending, other.asked) }
    }

    private struct Contents {
        var calls: [String: Call] = [:]
        var asked = 0
        var isClosed = false
        /// Those that ended unanswered, the oldest first.
        var overdue: [String] = []
    }

    /// How many calls are remembered that ended unanswered.
    private static let memory = 1000

    private let contents = Mutex(Contents())

    var load: Load { contents.withLock { Load(pending: $0.calls.count, asked: $0.asked) } }

    var isClosed: Bool { contents.withLock { $0.isClosed } }

    /// Takes a call in and asks; or ends it at once, where nobody is there or nobody waits any more.
    func add(_ id: String, _ call: Call, ask: () -> Void) {
        let refusal: Result<Outcome?, any Error>? = contents.withLock { contents in
            // One that is cancelled after this is found among the calls.
            if Task.isCancelled { return .failure(RequestLedger.interrupted) }
            if contents.isClosed { return .success(nil) }
            contents.calls[id] = call
            contents.asked += 1
            ask()
            return nil
        }
        if let refusal { call.end(refusal) }
    }

    /// Takes a call out that has its answer; nil if none waits under this id.
    func remove(_ id: String) -> Call? { contents.withLock { $0.calls.removeValue(forKey: id) } }

    /// Takes a call out that gets no answer any more.
    func expire(_ id: String) -> Call? {
        contents.withLock { contents in
            guard let call = contents.calls.removeValue(forKey: id) else { return nil }
            if contents.overdue.count >= Self.memory { contents.overdue.removeFirst() }
            contents.overdue.append(id)
            return call
        }
    }

    /// Whether an answer is that to a call which ended without it. True once.
    func isOverdue(_ id: String) -> Bool {
        contents.withLock { contents in
            guard let index = contents.overdue.firstIndex(of: id) else { return false }
            contents.overdue.remove(at: index)
            return true
        }
    }

    /// The call that a text which cannot be read names, as far as one can see.
    func id(namedIn text: String) -> String? {
        contents.withLock { contents in contents.calls.keys.first { text.contains("\"\($0)\"") } }
    }

    /// Takes no more calls in, and all out.
    func close() -> [Call] {
        contents.withLock { contents in
            contents.isClosed = true
            defer { contents.calls = [:] }
            return Array(contents.calls.values)
        }
    }
}
