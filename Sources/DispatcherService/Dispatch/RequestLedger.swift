import DispatcherMessages
import Synchronization
import XCallbackURL

/// The states of all requests: accepted → running → outcome → claimed → opened. The one place that says which step a
/// request may take next, and so why each has exactly one outcome and at most one callback.
final class RequestLedger: Sendable {
    private enum State {
        case accepted
        case running
        case ended
        case claimed
    }

    private struct Contents {
        var requests: [RequestID: State] = [:]
        var total = 0
        var running = 0
        var isDraining = false
        /// Those that wait for their turn to run, in order.
        var queue: [(id: RequestID, turn: CheckedContinuation<Void, Never>)] = []
        var idleWaiters: [AsyncStream<Never>.Continuation] = []
    }

    private let contents = Mutex(Contents())
    private let limits: Mutex<Limits>

    struct Limits: Sendable {
        var running: Int
        var waiting: Int
    }

    /// What `status` tells.
    struct Counts: Sendable {
        var running: Int
        var waiting: Int
        var total: Int
    }

    init(limits: Limits) { self.limits = Mutex(limits) }

    /// Takes new limits; requests that are in stay in.
    func setLimits(_ new: Limits) { limits.withLock { $0 = new } }

    /// Lets a request in, or throws 503 while draining or full.
    func accept(_ id: RequestID) throws(OutcomeError) {
        let limits = limits.withLock { $0 }
        let refusal: OutcomeError? = contents.withLock { contents in
            if contents.isDraining { return OutcomeError(.draining, "the daemon is stopping") }
            if contents.requests.count >= limits.waiting + limits.running {
                return OutcomeError(.draining, "\(contents.requests.count) requests are already waiting")
            }
            contents.requests[id] = .accepted
            contents.total += 1
            return nil
        }
        if let refusal { throw refusal }
    }

    /// Waits until the handler may run. Each call needs one of `finishRunning`.
    func startRunning(_ id: RequestID) async {
        let limit = limits.withLock { $0.running }
        await withCheckedContinuation { turn in
            let mayRun = contents.withLock { contents in
                guard contents.running >= limit else {
                    contents.running += 1
                    contents.requests[id] = .running
                    return true
                }
                contents.queue.append((id, turn))
                return false
            }
            if mayRun { turn.resume() }
        }
    }

    /// Makes room for the next one that waits.
    func finishRunning() {
        let next: CheckedContinuation<Void, Never>? = contents.withLock { contents in
            guard !contents.queue.isEmpty else {
                contents.running -= 1
                return nil
            }
            let next = contents.queue.removeFirst()
            contents.requests[next.id] = .running
            return next.turn
        }
        next?.resume()
    }

    /// Gives a request its outcome. False if it has one already: whoever comes second is too late.
    func end(_ id: RequestID) -> Bool {
        contents.withLock { contents in
            switch contents.requests[id] {
            case .accepted, .running:
                contents.requests[id] = .ended
                return true
            case .ended, .claimed, nil: return false
            }
        }
    }

    /// Claims the callback of a request that has its outcome. True once.
    func claim(_ id: RequestID) -> Bool {
        contents.withLock { contents in
            guard contents.requests[id] == .ended else { return false }
            contents.requests[id] = .claimed
            return true
        }
    }

    /// Forgets a request: its callback was opened, or it has none.
    func settle(_ id: RequestID) {
        let waiters: [AsyncStream<Never>.Continuation] = contents.withLock { contents in
            contents.requests[id] = nil
            guard contents.requests.isEmpty else { return [] }
            defer { contents.idleWaiters = [] }
            return contents.idleWaiters
        }
        for waiter in waiters { waiter.finish() }
    }

    var counts: Counts {
        contents.withLock { contents in
            Counts(
                running: contents.running, waiting: contents.requests.count - contents.running, total: contents.total)
        }
    }

    /// Lets no more requests in.
    func startDraining() { contents.withLock { $0.isDraining = true } }

    /// Waits until no request is left, or the task is cancelled.
    func waitUntilIdle() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        contents.withLock { contents in
            if contents.requests.isEmpty { continuation.finish() } else { contents.idleWaiters.append(continuation) }
        }
        for await _ in stream {}
    }
}
