package import UnixSystem

/// A wait for a duration.
///
/// On Linux, the standard library's sleep keeps its task and a timer until the end of the duration, even if the sleep
/// is cancelled: quick requests with long timeouts would fill the memory. This wait keeps nothing after a cancel.
package enum Deadline {
    private static let thread = WorkThread("deadlines")

    /// The queue with the timers of these waits.
    package static var timers: any WorkQueue { Simulation.current?.timers ?? thread }

    /// The reading of the clock of these waits. Only differences between readings have a meaning. The clock does not advance
    /// while the machine sleeps.
    package static var now: Duration { timers.now }

    /// Waits until a duration has passed, or the task is cancelled.
    /// - Returns: Whether the duration has passed.
    package static func wait(for duration: Duration) async -> Bool {
        let end = Event()
        let timers = timers
        let timer = timers.run(after: duration) { end.happen() }
        defer { timers.cancel(timer: timer) }
        return await end.value() != nil
    }

    /// Returns the value of a body; nil if the time is over first, or the task is cancelled. The body is then cancelled,
    /// and has ended.
    package static func value<Value: Sendable>(
        within time: Duration, _ body: @escaping @Sendable () async -> Value
    ) async -> Value? {
        await withTaskGroup(of: Value?.self) { group in
            group.addTask { await body() }
            group.addTask {
                // This wait is cancelled when the body has ended.
                _ = await wait(for: time)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
