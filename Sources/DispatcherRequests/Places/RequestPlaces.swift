package import DispatcherMessages
package import RequestRecord
package import XCallbackURL

/// The state that requests share. This state alone decides which request has a place, a turn, the question or a token:
/// a waiting request is woken only to look at the state, and may look late.
///
/// This value has no clocks, tasks or locks. A function that lets other requests continue returns these requests, and
/// the caller wakes them.
package struct SharedState: Sendable {
    package var places: RequestPlaces
    package var openers: OpenerQueue
    package var questions = QuestionPlace()
    package var calls = CallTokens()
    package var rates = RequestRates()
    package var links = ReturnedLinks()

    package init(limits: RequestLimits, openers: OpenerQueue = OpenerQueue()) {
        places = RequestPlaces(limits: limits)
        self.openers = openers
    }

    /// Whether no request has any state left. Openers still count for their lifetime.
    package var isEmpty: Bool { places.isEmpty && openers.waiting == 0 && questions.isEmpty && calls.isEmpty }

    /// The number of requests of a socket that wait to run, to open their URL, or for the user's answer.
    package func waiting(at door: Door) -> Int {
        places.queued(at: door) + questions.count(at: door)
            // The opener of a callback belongs to a request that has its outcome.
            + openers.waiting(at: door).count { places.isUnfinished($0) }
    }
}

/// The lives of all requests, as far as they are not over. By its ``Life``, each request has exactly one outcome and at
/// most one callback.
package struct RequestPlaces: Sendable, Hashable {
    /// What holds a request in its place.
    package enum Hold: Sendable, Hashable {
        /// A limit may still refuse the request.
        case none
        /// Nothing refuses the request any more: it follows from an accepted request.
        case kept
        /// The journal has the acceptance of the request, and nothing refuses it any more.
        case recorded
    }

    private struct Place: Sendable, Hashable {
        var life: Life
        var hold: Hold
        let door: Door
    }

    private var requests: [RequestID: Place] = [:]
    /// How many of the requests came by each socket.
    private var perSocket = PerSocket(repeating: 0)
    /// The number of requests that wait for another app.
    private var calling = 0
    private var total = 0
    /// Whether the daemon stops, and accepts no more requests.
    package var isDraining = false
    /// Why no request is accepted; nil if requests are accepted.
    package var refusal: OutcomeError?
    private var queue: RunQueue

    package init(limits: RequestLimits) { queue = RunQueue(limits: limits) }

    package var isEmpty: Bool {
        requests.isEmpty && perSocket == PerSocket(repeating: 0) && calling == 0 && queue.running == 0
            && queue.waiting == 0
    }

    package var counts: StatusReply.Requests {
        var counts = StatusReply.Requests()
        counts.running = queue.running
        counts.waiting = requests.count - queue.running
        counts.total = total
        return counts
    }

    /// Sets new limits. Requests that were accepted stay accepted.
    /// - Returns: The requests whose turn has come.
    package mutating func setLimits(_ limits: RequestLimits) -> [RequestID] {
        queue.limits = limits
        return startNext()
    }

    /// Accepts a request. Throws 503 while draining, or while the daemon or the socket's share of its places is full.
    package mutating func accept(_ id: RequestID, at door: Door) throws(OutcomeError) {
        try checkRoom(at: door)
        keep(id, at: door, .accepted, .none)
    }

    /// Gives a place to a request, whatever the limits.
    /// - Parameter life: The life so far: the previous daemon may have begun it.
    package mutating func keep(_ id: RequestID, at door: Door, _ life: Life = .accepted, _ hold: Hold = .kept) {
        perSocket[door] += 1
        requests[id] = Place(life: life, hold: hold, door: door)
        total += 1
    }

    /// What holds a request in its place.
    package func hold(of id: RequestID) -> Hold { requests[id]?.hold ?? .none }

    /// Notes that the journal has the acceptance of a request.
    package mutating func markRecorded(_ id: RequestID) { requests[id]?.hold = .recorded }

    /// Throws 503 if no request of a socket is accepted now.
    private func checkRoom(at door: Door) throws(OutcomeError) {
        if isDraining { throw OutcomeError(.draining, "the daemon is stopping") }
        if let refusal { throw refusal }
        // An answer comes as a separate request: the calls that wait for answers must not keep an answer out.
        let count = requests.count - calling
        if count >= queue.limits.waiting + queue.limits.running {
            throw OutcomeError(.draining, "\(count) requests are already waiting")
        }
        guard !door.isTrusted,
            perSocket[door] >= door.share(of: queue.limits.waiting) + door.share(of: queue.limits.running)
        else { return }
        throw OutcomeError(
            .draining, "\(perSocket[door]) requests of the \(door.rawValue) socket are already waiting")
    }

    /// Begins a run of a route, or puts it into the queue. Throws 503 if too many wait already, and nothing holds the
    /// request in its place.
    /// - Returns: Whether the run has begun. Each run that has begun needs one ``endRun(of:at:)``.
    package mutating func beginRun(
        _ id: RequestID, of route: String, at door: Door
    ) throws(OutcomeError) -> Bool {
        let run = QueuedRequest(id: id, route: route, door: door)
        if queue.begin(route, at: door) {
            markRunning(run)
            return true
        }
        if hold(of: id) == .none { try checkQueue(at: door) }
        _ = requests[id]?.life.apply(.wait)
        queue.wait(run)
        return false
    }

    /// Throws 503 if no run of a socket may wait for its turn now.
    private func checkQueue(at door: Door) throws(OutcomeError) {
        let limit = queue.limits.waiting
        if queue.waiting >= limit { throw OutcomeError(.draining, "no more than \(limit) requests may wait") }
        let share = door.share(of: limit)
        guard queue.waiting(at: door) >= share else { return }
        throw OutcomeError(.draining, "no more than \(share) requests of the \(door.rawValue) socket may wait")
    }

    /// The number of runs of a socket in the queue.
    package func queued(at door: Door) -> Int { queue.waiting(at: door) }

    /// Whether a request has a place, and no outcome yet.
    package func isUnfinished(_ id: RequestID) -> Bool { requests[id].map { !$0.life.hasOutcome } ?? false }

    /// Whether a run is in the queue. A run that was in the queue before and is not there now has begun.
    package func isQueued(_ id: RequestID) -> Bool { queue.contains(id) }

    /// Removes a run from the queue. Returns false if the run is not in the queue, because it has begun.
    package mutating func leaveQueue(_ id: RequestID) -> Bool { queue.leave(id) }

    /// Ends a run.
    /// - Returns: The requests whose turn has come.
    package mutating func endRun(of route: String, at door: Door) -> [RequestID] {
        queue.end(route, at: door)
        return startNext()
    }

    private mutating func startNext() -> [RequestID] {
        let begun = queue.next()
        for run in begun { markRunning(run) }
        return begun.map(\.id)
    }

    /// Marks a request as running. A request that has its outcome stays ended.
    private mutating func markRunning(_ run: QueuedRequest) { _ = requests[run.id]?.life.apply(.run(run.route)) }

    /// Marks that a request waits for another app.
    package mutating func startCalling(_ id: RequestID) {
        if requests[id]?.life.apply(.call) ?? false { calling += 1 }
    }

    /// Gives a request its outcome. Returns false if the request already has an outcome.
    /// - Parameter callback: The state of its callback; nil without a callback.
    package mutating func end(_ id: RequestID, callback: CallbackState? = .unclaimed) -> Bool {
        guard let place = requests.index(forKey: id) else { return false }
        let wasCalling = requests.values[place].life == .calling
        guard requests.values[place].life.apply(.conclude(callback: callback)) else { return false }
        if wasCalling { calling -= 1 }
        return true
    }

    /// Claims the callback of a request that has its outcome. Returns true once.
    package mutating func claim(_ id: RequestID) -> Bool { requests[id]?.life.apply(.claim) ?? false }

    /// Forgets a request that has its outcome: its callback was opened, or it has no callback.
    /// - Returns: Whether no request is left.
    package mutating func forget(_ id: RequestID) -> Bool {
        guard let place = requests.removeValue(forKey: id) else { return requests.isEmpty }
        perSocket[place.door] -= 1
        if place.life == .calling { calling -= 1 }
        return requests.isEmpty
    }

    /// Whether a request has a place.
    package var hasRequests: Bool { !requests.isEmpty }
}

/// The limits of the requests that run and wait.
package struct RequestLimits: Sendable, Hashable {
    /// The maximum number of runs at once.
    package var running: Int
    /// The maximum number of requests that wait.
    package var waiting: Int
    /// The maximum number of runs of a route at once, by the name of the route.
    package var concurrency: [String: Int]

    package init(running: Int, waiting: Int, concurrency: [String: Int] = [:]) {
        self.running = running
        self.waiting = waiting
        self.concurrency = concurrency
    }
}

/// Schedules runs under three limits: in total, per socket (its share), and per route (`concurrency`). The other runs
/// wait in order. A run that waits for its own route or socket delays no other run.
struct RunQueue: Sendable, Hashable {
    /// The limits. New limits apply to waiting runs too. Runs that began under other limits count.
    var limits: RequestLimits
    private(set) var running = 0
    private var runningByDoor = PerSocket(repeating: 0)
    private var runningByRoute: [String: Int] = [:]
    private var waiters: [QueuedRequest] = []

    init(limits: RequestLimits) { self.limits = limits }

    var waiting: Int { waiters.count }

    func waiting(at door: Door) -> Int { waiters.count { $0.door == door } }

    /// Counts a run of a route, if it may begin now.
    mutating func begin(_ route: String, at door: Door) -> Bool {
        guard running < limits.running, runningByDoor[door] < door.share(of: limits.running),
            runningByRoute[route] ?? 0 < limits.concurrency[route] ?? .max
        else { return false }
        running += 1
        runningByDoor[door] += 1
        runningByRoute[route, default: 0] += 1
        return true
    }

    /// Ends a run of a route.
    mutating func end(_ route: String, at door: Door) {
        running -= 1
        runningByDoor[door] -= 1
        let left = (runningByRoute[route] ?? 0) - 1
        runningByRoute[route] = left > 0 ? left : nil
    }

    mutating func wait(_ waiter: QueuedRequest) { waiters.append(waiter) }

    func contains(_ id: RequestID) -> Bool { waiters.contains { $0.id == id } }

    /// Removes a waiting run. Returns false if the run does not wait.
    mutating func leave(_ id: RequestID) -> Bool {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return false }
        waiters.remove(at: index)
        return true
    }

    /// Removes and counts the waiting runs that may begin now, in order.
    mutating func next() -> [QueuedRequest] {
        var begun: [QueuedRequest] = []
        var index = 0
        while index < waiters.count, running < limits.running {
            if begin(waiters[index].route, at: waiters[index].door) {
                begun.append(waiters.remove(at: index))
            } else {
                index += 1
            }
        }
        return begun
    }
}

/// A value for each socket.
package struct PerSocket<Value: ~Copyable>: ~Copyable {
    private var desktop: Value
    private var control: Value
    private var agent: Value

    package init(desktop: consuming Value, control: consuming Value, agent: consuming Value) {
        self.desktop = desktop
        self.control = control
        self.agent = agent
    }

    package subscript(door: Door) -> Value {
        _read {
            switch door {
            case .desktop: yield desktop
            case .control: yield control
            case .agent: yield agent
            }
        }
        // The value is modified in place: a getter and a setter would copy its contents.
        _modify {
            switch door {
            case .desktop: yield &desktop
            case .control: yield &control
            case .agent: yield &agent
            }
        }
    }
}

extension PerSocket: Copyable where Value: Copyable {
    package init(repeating value: Value) { self.init(desktop: value, control: value, agent: value) }
}

extension PerSocket: Sendable where Value: Sendable & ~Copyable {}

extension PerSocket: Equatable where Value: Equatable {}

extension PerSocket: Hashable where Value: Hashable {}
