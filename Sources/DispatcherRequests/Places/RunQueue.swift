import DispatcherMessages
import RequestRecord

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
