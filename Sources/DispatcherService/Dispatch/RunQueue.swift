import DispatcherMessages
import DispatcherRequests

/// Decides which run is next: at most a number at once, of one socket at most its share, and of one route at most its
/// `concurrency`. The rest wait in order; a run that waits for its own route or socket holds up no other.
struct RunQueue<Turn> {
    /// A waiting run, and the value that lets it begin.
    struct Waiter {
        let id: RequestID
        let route: String
        let door: Door
        let turn: Turn
    }

    /// New limits apply to waiting runs too. Runs that began under other limits count.
    var limits: RequestLedger.Limits
    private(set) var running = 0
    private var runningByDoor = ByDoor(repeating: 0)
    private var runningByRoute: [String: Int] = [:]
    private var waiters: [Waiter] = []

    init(limits: RequestLedger.Limits) { self.limits = limits }

    var waiting: Int { waiters.count }

    func waiting(at door: Door) -> Int { waiters.count { $0.door == door } }

    /// Whether a run of a route may begin now.
    func hasRoom(for route: String, at door: Door) -> Bool {
        running < limits.running && runningByDoor[door] < door.share(of: limits.running)
            && runningByRoute[route] ?? 0 < limits.concurrency[route] ?? .max
    }

    /// Counts a run of a route, if it may begin now.
    mutating func begin(_ route: String, at door: Door) -> Bool {
        guard hasRoom(for: route, at: door) else { return false }
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

    mutating func wait(_ waiter: Waiter) { waiters.append(waiter) }

    /// Removes a waiting run that was cancelled; nil if it does not wait.
    mutating func leave(_ id: RequestID) -> Turn? {
        waiters.firstIndex { $0.id == id }.map { waiters.remove(at: $0).turn }
    }

    /// Removes and counts the waiting runs that may begin now, in order.
    mutating func next() -> [Waiter] {
        var begun: [Waiter] = []
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
