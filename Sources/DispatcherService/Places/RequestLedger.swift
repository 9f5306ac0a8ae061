import DispatcherMessages
import DispatcherRequests
import RequestRecord
import UnixSystem
import XCallbackURL

/// Guards the state that requests share, and wakes the requests that wait for it.
final class RequestLedger: Sendable {
    private struct Contents {
        var shared: SharedState
        /// The requests that wait to look at the shared state. Each request waits for one thing at a time.
        var waiting: [RequestID: Event] = [:]
    }

    private let contents: Lock<Contents>
    /// The moments in which no request is left.
    private let idle = Changes()

    init(limits: RequestLimits, openers: OpenerQueue = OpenerQueue()) {
        contents = Lock(Contents(shared: SharedState(limits: limits, openers: openers)))
    }

    /// Reads the shared state, and may change it.
    func with<Value: Sendable, Failure>(
        _ body: (inout SharedState) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try contents.withLock { contents throws(Failure) in try body(&contents.shared) }
    }

    /// Changes the shared state, and wakes requests.
    /// - Parameter change: Returns the requests to wake.
    func wake(_ change: (inout SharedState) -> [RequestID]) {
        contents.withLock { contents, after in
            for id in change(&contents.shared) {
                if let waiter = contents.waiting.removeValue(forKey: id) { after { waiter.happen() } }
            }
        }
    }

    /// Waits until `look` finds a value. `look` is called at once, and again whenever the request is woken.
    /// - Parameters:
    ///   - isCancellable: Whether a cancel of the task ends the wait.
    ///   - look: Returns the value; nil if the request has to wait.
    /// - Returns: Nil if the task is cancelled first.
    func wait<Value: Sendable>(
        for id: RequestID, isCancellable: Bool = true, _ look: (inout SharedState) -> Value?
    ) async -> Value? {
        while true {
            let (found, woken) = contents.withLock { contents -> (Value?, Event?) in
                if let found = look(&contents.shared) { return (found, nil) }
                assert(contents.waiting[id] == nil, "a request waits for one thing at a time")
                let woken = Event()
                contents.waiting[id] = woken
                return (nil, woken)
            }
            guard let woken else { return found }
            if !isCancellable {
                await woken.value {}
            } else if await woken.value() == nil {
                return contents.withLock { contents in
                    contents.waiting[id] = nil
                    return look(&contents.shared)
                }
            }
        }
    }

    /// Waits for a decision that refuses a request, and returns its error; nil if the task is cancelled first.
    typealias Refusal = @Sendable () async -> OutcomeError?

    /// Waits until `look` returns true, the request is refused, or the task is cancelled. `look` is called at once, and
    /// again whenever the request is woken.
    /// - Parameter refusal: Nil for a request that nothing refuses any more.
    /// - Returns: The error of the refusal; nil if the wait ended for another reason.
    func wait(
        for id: RequestID, unless refusal: Refusal?, until look: @escaping @Sendable (inout SharedState) -> Bool
    ) async -> OutcomeError? {
        await withTaskGroup(of: OutcomeError?.self) { group in
            group.addTask {
                _ = await self.wait(for: id) { look(&$0) ? true : nil }
                return nil
            }
            if let refusal { group.addTask { await refusal() } }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    /// Waits until a run of the route may begin. Throws 503 if too many requests wait already, or when the task is
    /// cancelled, and the error of `record`. Each call that returns needs one call of ``finishRunning(route:at:)``.
    /// - Parameters:
    ///   - refusal: The wait ends with the error of this refusal; nil for a request that nothing refuses any more.
    ///   - record: Records a request that has to wait. The request has its place in the queue by then.
    func startRunning(
        _ id: RequestID, route: String, at door: Door, unless refusal: Refusal? = nil,
        record: () async throws(OutcomeError) -> Void = {}
    ) async throws(OutcomeError) {
        guard !Task.isCancelled else { throw .interrupted }
        let hasBegun = try with { shared throws(OutcomeError) in
            try shared.places.beginRun(id, of: route, at: door)
        }
        guard !hasBegun else { return }
        do throws(OutcomeError) {
            try await record()
        } catch {
            if !leaveQueue(id) { finishRunning(route: route, at: door) }
            throw error
        }
        let error = await wait(for: id, unless: refusal) { !$0.places.isQueued(id) }
        // A request whose wait was cancelled or refused may have got its turn meanwhile.
        if leaveQueue(id) { throw error ?? .interrupted }
    }

    private func leaveQueue(_ id: RequestID) -> Bool { with { $0.places.leaveQueue(id) } }

    /// Makes room for the next request that waits.
    func finishRunning(route: String, at door: Door) { wake { $0.places.endRun(of: route, at: door) } }

    /// Forgets a request: its callback was opened, or it has no callback.
    func forget(_ id: RequestID) {
        if with({ $0.places.forget(id) }) { idle.happen() }
    }

    /// Waits until no request is left, or the task is cancelled.
    func waitUntilIdle() async {
        let idle = idle.next
        if with({ $0.places.hasRequests }) { await idle.wait() }
    }
}
