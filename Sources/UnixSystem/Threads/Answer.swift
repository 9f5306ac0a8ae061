/// A value that is given once. Any number of tasks may wait for it, before or after.
package final class Answer<Value: Sendable>: Sendable {
    private struct Contents {
        var value: Value?
        var last = 0
        var waiters: [Int: CheckedContinuation<Value?, Never>] = [:]
    }

    private let contents: Lock<Contents>

    /// - Parameter value: The value, if it is known already.
    package init(_ value: Value? = nil) { contents = Lock(Contents(value: value)) }

    /// Gives the value, and resumes the tasks that wait for it, the first one first.
    /// - Returns: False if a value was given before, which stays.
    @discardableResult
    package func give(_ value: Value) -> Bool {
        contents.withLock { contents, after in
            guard contents.value == nil else { return false }
            contents.value = value
            for (_, waiter) in contents.waiters.sorted(by: { $0.key < $1.key }) {
                after { waiter.resume(returning: value) }
            }
            contents.waiters = [:]
            return true
        }
    }

    /// Waits for the value. Returns nil if the task is cancelled first.
    package func value() async -> Value? { await value(isCancellable: true) }

    /// Waits for the value, also if the task is cancelled.
    /// - Parameter cancelled: Called once if the task is cancelled first.
    package func value(onCancel cancelled: () -> Void) async -> Value {
        var value = await value()
        if value == nil { cancelled() }
        while true {
            if let value { return value }
            value = await self.value(isCancellable: false)
        }
    }

    private func value(isCancellable: Bool) async -> Value? {
        let (given, number) = contents.withLock { contents in
            contents.last += 1
            return (contents.value, contents.last)
        }
        if let given { return given }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                contents.withLock { contents, after in
                    // A later cancel finds the waiter here.
                    if contents.value != nil || isCancellable && Task.isCancelled {
                        let value = contents.value
                        after { waiter.resume(returning: value) }
                    } else {
                        contents.waiters[number] = waiter
                    }
                }
            }
        } onCancel: {
            guard isCancellable else { return }
            contents.withLock { contents, after in
                guard let waiter = contents.waiters.removeValue(forKey: number) else { return }
                after { waiter.resume(returning: nil) }
            }
        }
    }
}

/// An event that happens once.
package typealias Event = Answer<Void>

extension Answer<Void> {
    package func happen() { give(()) }

    /// Waits until the event happens, or the task is cancelled.
    package func wait() async { _ = await value() }

    /// Runs a body, and cancels it when the event happens. The body has its value also if it is cancelled.
    package func cancelling<Body: Sendable>(_ body: @escaping @Sendable () async -> Body?) async -> Body? {
        await withTaskGroup(of: (isBody: Bool, value: Body?).self) { group in
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
