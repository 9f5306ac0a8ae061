package import DispatcherMessages
package import RequestRecord

/// Limits the openers that run at once: xdg-open starts about thirty processes, and a thousand openers would stop the
/// desktop. The other openers wait in order. An opener may itself become the browser, so it counts for a short time
/// only.
package struct OpenerQueue: Sendable, Hashable {
    /// The number of an opener, which runs or waits.
    package struct Number: Sendable, Hashable { fileprivate let value: Int }

    private struct Waiter: Sendable, Hashable {
        let number: Number
        let id: RequestID
        let door: Door
    }

    private let limit: Int
    /// The time for which an opener counts that has not ended. The caller ends it then.
    package let lifetime: Duration
    private var taken: [Number: Door] = [:]
    private var waiters: [Waiter] = []
    private var lastNumber = 0

    /// - Parameters:
    ///   - limit: The maximum number of openers that run at once. The desktop socket gets its share of this number.
    ///   - lifetime: The time for which an opener counts that has not ended.
    package init(limit: Int = 32, lifetime: Duration = .seconds(2)) {
        self.limit = limit
        self.lifetime = lifetime
    }

    /// The number of openers that wait.
    package var waiting: Int { waiters.count }

    /// The requests of a socket whose openers wait.
    func waiting(at door: Door) -> [RequestID] { waiters.filter { $0.door == door }.map(\.id) }

    /// Puts the opener of a request into the queue, from which ``startNext()`` starts it.
    /// - Returns: The number of the opener, which needs one ``end(_:)`` at least.
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
    package mutating func end(_ number: Number) -> [RequestID] {
        taken[number] = nil
        waiters.removeAll { $0.number == number }
        return startNext()
    }

    /// Starts the openers for which there is room now.
    /// - Returns: The requests of these openers.
    package mutating func startNext() -> [RequestID] {
        var begun: [RequestID] = []
        waiters.removeAll { waiter in
            guard taken.count < limit,
                taken.values.count(where: { $0 == waiter.door }) < waiter.door.share(of: limit)
            else { return false }
            taken[waiter.number] = waiter.door
            begun.append(waiter.id)
            return true
        }
        return begun
    }
}
