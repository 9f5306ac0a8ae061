import Synchronization

/// An event that happens once. Any number of tasks may wait for it, before or after.
package final class Event: Sendable {
    private let happened = Atomic(false)
    private let listeners = Listeners()

    package init() {}

    package func happen() {
        if !happened.exchange(true, ordering: .sequentiallyConsistent) { listeners.wake() }
    }

    /// Waits until the event happens, or the task is cancelled.
    package func wait() async {
        guard !happened.load(ordering: .sequentiallyConsistent) else { return }
        let wakes = listeners.add()
        guard !happened.load(ordering: .sequentiallyConsistent) else { return }
        for await _ in wakes { return }
    }

    /// Runs a body, and cancels it when the event happens. The body has its value also if it is cancelled.
    package func cancelling<Value: Sendable>(_ body: @escaping @Sendable () async -> Value?) async -> Value? {
        await withTaskGroup(of: (isBody: Bool, value: Value?).self) { group in
            group.addTask { (true, await body()) }
            group.addTask {
                await self.wait()
                return (false, nil)
            }
            for await (isBody, value) in group {
                group.cancelAll()
                if isBody { return value }
            }
            return nil
        }
    }
}
