import Dispatch

/// A time that is waited for beside some work.
///
/// Unlike a `Task.sleep`, which on Linux keeps its task and a timer until its time even if it is cancelled, it leaves nothing
/// behind: quick requests with long timeouts would fill the memory.
enum Deadline {
    /// Waits until a duration has passed, or the task is cancelled.
    /// - Returns: Whether it has passed.
    static func wait(for duration: Duration) async -> Bool {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let timer = DispatchSource.makeTimerSource()
        timer.setEventHandler { end.yield() }
        timer.schedule(deadline: .now() + max(0, duration / .seconds(1)))
        timer.activate()
        defer { timer.cancel() }
        for await _ in ends { return true }
        return false
    }
}
