package import DispatcherMessages
package import RequestRecord
package import UnixSystem

/// Limits the openers that run at once: xdg-open starts about thirty processes, and a thousand openers would stop the
/// desktop. The other openers wait in order. An opener may itself become the browser, so it counts for a short time
/// only.
package struct OpenerQueue: Sendable, Hashable {
    /// The number of an opener, which runs or waits.
    package struct Number: Sendable, Hashable { fileprivate let value: Int }

    private struct Taken: Sendable, Hashable {
        let door: Door
        let lapse: Int64
    }

    private struct Waiter: Sendable, Hashable {
        let number: Number
        let id: RequestID
        let door: Door
    }

    private let limit: Int
    /// The time for which an opener counts, in nanoseconds.
    private let lifetime: Int64
    private var taken: [Number: Taken] = [:]
    private var waiters: [Waiter] = []
    private var lastNumber = 0
    /// Whether a timer runs for the openers that wait.
    private var isTimed = false

    /// - Parameters:
    ///   - limit: The maximum number of openers that run at once. The desktop socket gets its share of this number.
    ///   - lifetime: The time for which an opener counts that has not ended.
    package init(limit: Int = 32, lifetime: Duration = .seconds(2)) {
        self.limit = limit
        self.lifetime = Int64(lifetime / .nanoseconds(1))
    }

    /// The number of openers that wait.
    package var waiting: Int { waiters.count }

    /// The requests of a socket whose openers wait.
    func waiting(at door: Door) -> [RequestID] { waiters.filter { $0.door == door }.map(\.id) }

    /// Puts the opener of a request into the queue, from which ``startNext(_:)`` starts it.
    /// - Returns: The number of the opener, which needs one ``end(_:now:)``.
    package mutating func enter(_ id: RequestID, at door: Door) -> Number {
        lastNumber += 1
        let number = Number(value: lastNumber)
        waiters.append(Waiter(number: number, id: id, door: door))
        return number
    }

    /// Whether an opener waits. An opener that has entered and no longer waits is running.
    package func waits(_ number: Number) -> Bool { waiters.contains { $0.number == number } }

    /// Ends an opener that runs or waits.
    /// - Returns: The requests whose openers begin.
    package mutating func end(_ number: Number, now: Timestamp) -> [RequestID] {
        taken[number] = nil
        waiters.removeAll { $0.number == number }
        return startNext(now)
    }

    /// Starts the openers for which there is room now.
    /// - Returns: The requests of these openers.
    package mutating func startNext(_ now: Timestamp) -> [RequestID] {
        guard !waiters.isEmpty else { return [] }
        taken = taken.filter { $0.value.lapse > now.boot }
        var begun: [RequestID] = []
        waiters.removeAll { waiter in
            guard taken.count < limit,
                taken.values.count(where: { $0.door == waiter.door }) < waiter.door.share(of: limit)
            else { return false }
            taken[waiter.number] = Taken(door: waiter.door, lapse: now.boot + lifetime)
            begun.append(waiter.id)
            return true
        }
        return begun
    }

    /// Returns the time after which a running opener no longer counts, and marks a timer as running. Returns nil if no
    /// opener waits, or if a timer runs already.
    package mutating func timer(_ now: Timestamp) -> Duration? {
        guard !waiters.isEmpty, !isTimed, let lapse = taken.values.map(\.lapse).min() else { return nil }
        isTimed = true
        return .nanoseconds(max(0, lapse - now.boot))
    }

    /// Marks the timer as ended, and starts the openers for which there is room now.
    /// - Returns: The requests whose openers begin.
    package mutating func endTimer(_ now: Timestamp) -> [RequestID] {
        isTimed = false
        return startNext(now)
    }
}
