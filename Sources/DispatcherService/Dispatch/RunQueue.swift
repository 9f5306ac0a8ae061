import DispatcherRequests

/// Whose turn it is to run: so many at once, and of one route at most its `concurrency`. The others wait in order; one
/// that waits for its own route holds up no other route.
struct RunQueue<Turn> {
    /// One that waits, and what tells it that it may begin.
    struct Waiter {
        let id: RequestID
        let route: String
        let turn: Turn
    }

    /// They hold for those that wait too; what runs already counts, under whatever limits it began.
    var limits: RequestLedger.Limits
    private(set) var running = 0
    private var runningByRoute: [String: Int] = [:]
    private var waiters: [Waiter] = []

    init(limits: RequestLedger.Limits) { self.limits = limits }

    var waiting: Int { waiters.count }

    /// Whether a run of a route may begin now.
    func hasRoom(for route: String) -> Bool {
        running < limits.running && runningByRoute[route] ?? 0 < limits.concurrency[route] ?? .max
    }

    /// Counts a run of a route in, if it may begin now.
    mutating func begin(_ route: String) -> Bool {
        guard hasRoom(for: route) else { return false }
        running += 1
        runningByRoute[route, default: 0] += 1
        return true
    }

    /// Counts it out.
    mutating func end(_ route: String) {
        running -= 1
        let left = (runningByRoute[route] ?? 0) - 1
        runningByRoute[route] = left > 0 ? left : nil
    }

    mutating func wait(_ waiter: Waiter) { waiters.append(waiter) }

    /// Takes one out that no longer wants to run; nil if it does not wait.
    mutating func leave(_ id: RequestID) -> Turn? {
        waiters.firstIndex { $0.id == id }.map { waiters.remove(at: $0).turn }
    }

    /// Takes out those that may begin now, the first of them first, and counts them in.
    mutating func next() -> [Waiter] {
        var begun: [Waiter] = []
        var index = 0
        while index < waiters.count, running < limits.running {
            if begin(waiters[index].route) { begun.append(waiters.remove(at: index)) } else { index += 1 }
        }
        return begun
    }
}
