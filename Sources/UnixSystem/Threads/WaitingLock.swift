import Dispatch
import Synchronization

/// A lock around a state, with which one thread at a time can wait for a change of the state.
package final class WaitingLock<State: Sendable>: Sendable {
    private struct Contents: Sendable {
        var state: State
        var isWaitedFor = false
    }

    private let contents: Mutex<Contents>
    private let change = DispatchSemaphore(value: 0)

    package init(_ state: State) { contents = Mutex(Contents(state: state)) }

    package func withLock<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        contents.withLock { body(&$0.state) }
    }

    /// Wakes the waiting thread, so that it checks the state again.
    package func wake() { if endWait() { change.signal() } }

    /// Calls the body until it returns a value. The thread waits between the calls, at most until the time that the
    /// body sets, in nanoseconds of the monotonic clock.
    package func wait<Value: Sendable>(for body: (inout State, _ until: inout Int64?) -> Value?) -> Value {
        while true {
            var until: Int64?
            let value = contents.withLock { contents in
                let value = body(&contents.state, &until)
                contents.isWaitedFor = value == nil
                return value
            }
            if let value { return value }
            let rest = until.map { max(0, $0 - SystemClock.monotonic.nanoseconds) }
            let end = rest.map { DispatchTime.now() + .nanoseconds(Int($0)) } ?? .distantFuture
            // If the thread was woken at the last moment, the signal belongs to this wait.
            if change.wait(timeout: end) == .timedOut, !endWait() { change.wait() }
        }
    }

    /// Returns whether a thread was waiting and had not been woken yet.
    private func endWait() -> Bool {
        contents.withLock { contents in
            defer { contents.isWaitedFor = false }
            return contents.isWaitedFor
        }
    }
}
