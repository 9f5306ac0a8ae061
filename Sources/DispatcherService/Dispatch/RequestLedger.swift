import DispatcherMessages
import DispatcherRequests
import Synchronization
import XCallbackURL

/// The states of all requests: accepted → running or calling → outcome → claimed. It decides which step a request may take
/// next, so that each has exactly one outcome and at most one callback.
final class RequestLedger: Sendable {
    private enum State {
        case accepted
        case running
        /// It waits for another app.
        case calling
        case ended
        case claimed
    }

    /// Wakes a request that waits for its turn. The queue alone knows whose turn it is.
    private typealias Turn = AsyncStream<Never>.Continuation

    private struct Place {
        var state: State
        let door: Door
    }

    private struct Contents {
        var requests: [RequestID: Place] = [:]
        /// How many of them came by the desktop socket.
        var onDesktop = 0
        /// How many of them wait for another app.
        var calling = 0
        var total = 0
        var isDraining = false
        /// Why no request is accepted.
        var refusal: OutcomeError?
        var queue: RunQueue<Turn>
        var idleWaiters: [AsyncStream<Never>.Continuation] = []

        /// Why no request of a socket is accepted now; nil if one is.
        func reasonToRefuse(at door: Door) -> OutcomeError? {
            if isDraining { return OutcomeError(.draining, "the daemon is stopping") }
            if let refusal { return refusal }
            // An answer comes as a separate request: the calls that wait for one must not keep it out.
            let count = requests.count - calling
            if count >= queue.limits.waiting + queue.limits.running {
                return OutcomeError(.draining, "\(count) requests are already waiting")
            }
            guard door == .desktop,
                onDesktop >= door.share(of: queue.limits.waiting) + door.share(of: queue.limits.running)
            else { return nil }
            return OutcomeError(.draining, "\(onDesktop) requests of the desktop socket are already waiting")
        }

        /// Why no run of a socket may wait for its turn now; nil if one may.
        func reasonNotToWait(at door: Door) -> OutcomeError? {
            let limit = queue.limits.waiting
            if queue.waiting >= limit { return OutcomeError(.draining, "no more than \(limit) requests may wait") }
            let share = door.share(of: limit)
            guard queue.waiting(at: door) >= share else { return nil }
            return OutcomeError(.draining, "no more than \(share) requests of the desktop socket may wait")
        }

        mutating func add(_ id: RequestID, at door: Door, isCounted: Bool) {
            if door == .desktop { onDesktop += 1 }
            requests[id] = Place(state: .accepted, door: door)
            if !isCounted { total += 1 }
        }

        /// Starts the runs that may begin, and returns their turns.
        mutating func startNext() -> [Turn] {
            queue.next().map { waiter in
                markRunning(waiter.id)
                return waiter.turn
            }
        }

        /// A request that has its outcome keeps it.
        mutating func markRunning(_ id: RequestID) {
            if requests[id]?.state == .accepted { requests[id]?.state = .running }
        }
    }

    private let contents: Mutex<Contents>

    init(limits: Limits) { contents = Mutex(Contents(queue: RunQueue(limits: limits))) }

    /// Sets new limits. Requests that were accepted stay.
    func setLimits(_ new: Limits) {
        let turns = contents.withLock { contents in
            contents.queue.limits = new
            return contents.startNext()
        }
        for turn in turns { turn.finish() }
    }

    /// Counts a request that takes no place unless it has to wait, or throws 503 as ``accept(_:at:isCounted:)`` does.
    /// - Parameter isFollowUp: Whether it follows from an accepted request, so that it is not refused.
    func enter(at door: Door, isFollowUp: Bool) throws(OutcomeError) {
        let refusal = contents.withLock { contents in
            let refusal = isFollowUp ? nil : contents.reasonToRefuse(at: door)
            if refusal == nil { contents.total += 1 }
            return refusal
        }
        if let refusal { throw refusal }
    }

    /// Accepts a request, or throws 503 while draining, or while the daemon or its socket's share of it is full.
    /// - Parameter isCounted: Whether the request has entered.
    func accept(_ id: RequestID, at door: Door, isCounted: Bool = false) throws(OutcomeError) {
        let refusal: OutcomeError? = contents.withLock { contents in
            if let refusal = contents.reasonToRefuse(at: door) { return refusal }
            contents.add(id, at: door, isCounted: isCounted)
            return nil
        }
        if let refusal { throw refusal }
    }

    /// Gives a place to a request that cannot be refused any more, whatever the limits: the previous daemon accepted it, it
    /// follows from an accepted request, or it has entered and has its outcome.
    func keep(_ id: RequestID, at door: Door, isCounted: Bool) {
        contents.withLock { $0.add(id, at: door, isCounted: isCounted) }
    }

    /// Why no request is accepted; nil if requests are.
    var refusal: OutcomeError? {
        get { contents.withLock { $0.refusal } }
        set { contents.withLock { $0.refusal = newValue } }
    }

    /// Waits until a run of the route may begin. Throws 503 if too many wait already, or when the task is cancelled, and the
    /// error of `record`. Each call that returns needs one of ``finishRunning(route:at:)``.
    /// - Parameters:
    ///   - isAccepted: Whether the request cannot be refused any more.
    ///   - record: Writes a request down that has to wait. It has its place in the queue then.
    func startRunning(
        _ id: RequestID, route: String, at door: Door, isAccepted: Bool = false,
        record: () async throws(OutcomeError) -> Void = {}
    ) async throws(OutcomeError) {
        guard !Task.isCancelled else { throw .interrupted }
        guard let wait = try beginOrQueue(id, route, at: door, isAccepted: isAccepted) else { return }
        do throws(OutcomeError) {
            try await record()
        } catch {
            if !leaveQueue(id) { finishRunning(route: route, at: door) }
            throw error
        }
        for await _ in wait {}
        // A request whose wait was cancelled may have got its turn meanwhile.
        if leaveQueue(id) { throw .interrupted }
    }

    /// Begins a run, or puts it into the queue.
    /// - Returns: A stream that ends with the wait, by the turn or by a cancel; nil if the run has begun.
    private func beginOrQueue(
        _ id: RequestID, _ route: String, at door: Door, isAccepted: Bool
    ) throws(OutcomeError) -> AsyncStream<Never>? {
        let wait: Result<AsyncStream<Never>?, OutcomeError> = contents.withLock { contents in
            if contents.queue.begin(route, at: door) {
                contents.markRunning(id)
                return .success(nil)
            }
            if !isAccepted, let refusal = contents.reasonNotToWait(at: door) { return .failure(refusal) }
            let (stream, turn) = AsyncStream.makeStream(of: Never.self)
            contents.queue.wait(RunQueue<Turn>.Waiter(id: id, route: route, door: door, turn: turn))
            return .success(stream)
        }
        return try wait.get()
    }

    /// Removes a request from the queue. False if it is not in the queue, because it has its turn.
    private func leaveQueue(_ id: RequestID) -> Bool { contents.withLock { $0.queue.leave(id) } != nil }

    /// Makes room for the next one that waits.
    func finishRunning(route: String, at door: Door) {
        let turns = contents.withLock { contents in
            contents.queue.end(route, at: door)
            return contents.startNext()
        }
        for turn in turns { turn.finish() }
    }

    /// A request begins to wait for another app.
    func startCalling(_ id: RequestID) {
        contents.withLock { contents in
            guard contents.requests[id]?.state == .accepted else { return }
            contents.requests[id]?.state = .calling
            contents.calling += 1
        }
    }

    /// Gives a request its outcome. False if it has one already.
    func end(_ id: RequestID) -> Bool {
        contents.withLock { contents in
            let state = contents.requests[id]?.state
            switch state {
            case .accepted, .running, .calling:
                if state == .calling { contents.calling -= 1 }
                contents.requests[id]?.state = .ended
                return true
            case .ended, .claimed, nil: return false
            }
        }
    }

    /// Claims the callback of a request that has its outcome. True once.
    func claim(_ id: RequestID) -> Bool {
        contents.withLock { contents in
            guard contents.requests[id]?.state == .ended else { return false }
            contents.requests[id]?.state = .claimed
            return true
        }
    }

    /// Forgets a request: its callback was opened, or it has none.
    func forget(_ id: RequestID) {
        let waiters: [AsyncStream<Never>.Continuation] = contents.withLock { contents in
            if contents.requests.removeValue(forKey: id)?.door == .desktop { contents.onDesktop -= 1 }
            guard contents.requests.isEmpty else { return [] }
            defer { contents.idleWaiters = [] }
            return contents.idleWaiters
        }
        for waiter in waiters { waiter.finish() }
    }

    var counts: StatusReply.Requests {
        contents.withLock { contents in
            let running = contents.queue.running
            return StatusReply.Requests(
                running: running, waiting: contents.requests.count - running, total: contents.total)
        }
    }

    /// Accepts no more requests.
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
