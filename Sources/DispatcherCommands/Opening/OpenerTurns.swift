package import DispatcherMessages
import Synchronization
package import UnixSystem

/// Limits the openers that run at once: xdg-open starts about thirty processes, and a thousand of them would stop the
/// desktop. The rest wait in order. An opener may be the browser that it started, so it counts for a short time only.
package final class OpenerTurns: Sendable {
    private typealias Continuation = CheckedContinuation<OpenerTurn?, Never>

    private struct Contents {
        var taken: [Int: (door: Door, lapse: Int64)] = [:]
        var waiting: [(number: Int, door: Door, continuation: Continuation)] = []
        var lastNumber = 0
        /// Whether a timer runs for those that wait.
        var isTimed = false
    }

    private let limit: Int
    /// How long an opener counts, in nanoseconds.
    private let lifetime: Int64
    private let contents = Mutex(Contents())
    private let clock: Timestamp.Clock
    private let timer: any WorkQueue

    /// - Parameters:
    ///   - limit: How many openers run at once. The desktop socket gets its share of them.
    ///   - lifetime: How long an opener counts that has not ended.
    package init(limit: Int = 32, lifetime: Duration = .seconds(2), clock: @escaping Timestamp.Clock = { .now }) {
        self.limit = limit
        self.lifetime = Int64(lifetime / .nanoseconds(1))
        self.clock = clock
        timer = Simulation.current?.timers ?? WorkThread("openers")
    }

    /// Waits until an opener may start.
    /// - Returns: Nil if the task is cancelled before there is room.
    package func wait(at door: Door) async -> OpenerTurn? {
        let number = contents.withLock { contents in
            contents.lastNumber += 1
            return contents.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                advance { contents in
                    contents.waiting.append((number, door, continuation))
                    return Task.isCancelled ? number : nil
                }
            }
        } onCancel: {
            advance { _ in number }
        }
    }

    /// The number of openers that wait.
    var waitingCount: Int { contents.withLock { $0.waiting.count } }

    /// Ends a turn, unless its lifetime has passed.
    func end(_ number: Int) {
        advance { contents in
            contents.taken[number] = nil
            return nil
        }
    }

    /// Changes the contents, and starts the openers for which there is room then.
    /// - Parameter change: Returns the one that does not wait.
    private func advance(_ change: @Sendable (inout Contents) -> Int?) {
        let now = clock().boot
        let (begun, left, delay) = contents.withLock { contents in
            let impatient = change(&contents)
            let begun = startNext(&contents, now)
            let index = contents.waiting.firstIndex { $0.number == impatient }
            let left = index.map { contents.waiting.remove(at: $0).continuation }
            var delay: Int64?
            if !contents.waiting.isEmpty, !contents.isTimed {
                contents.isTimed = true
                delay = contents.taken.values.map(\.lapse).min().map { max(0, $0 - now) }
            }
            return (begun, left, delay)
        }
        for (number, continuation) in begun { continuation.resume(returning: OpenerTurn(number, of: self)) }
        left?.resume(returning: nil)
        guard let delay else { return }
        timer.run(after: .nanoseconds(delay)) {
            self.advance { contents in
                contents.isTimed = false
                return nil
            }
        }
    }

    private func startNext(_ contents: inout Contents, _ now: Int64) -> [(number: Int, continuation: Continuation)] {
        guard !contents.waiting.isEmpty else { return [] }
        contents.taken = contents.taken.filter { $0.value.lapse > now }
        var begun: [(Int, Continuation)] = []
        contents.waiting.removeAll { waiter in
            guard contents.taken.count < limit,
                contents.taken.values.count(where: { $0.door == waiter.door }) < waiter.door.share(of: limit)
            else { return false }
            contents.taken[waiter.number] = (waiter.door, now + lifetime)
            begun.append((waiter.number, waiter.continuation))
            return true
        }
        return begun
    }
}
