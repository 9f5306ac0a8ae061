import Testing

@testable import UnixSystem

/// A lock, the work after it, and what wakes tasks while other threads cancel them.
@Suite(.timeLimit(.minutes(5)))
struct LockTests {
    @Test func `does the work after the lock, in its order, also if the body throws`() throws {
        struct Failure: Error {}
        let lock = Lock<[Int]>([])
        #expect(throws: Failure.self) {
            try lock.withLock { numbers, after in
                // Both enter the lock again.
                after { lock.withLock { $0.append(2) } }
                after { lock.withLock { $0.append(3) } }
                numbers.append(1)
                throw Failure()
            }
        }
        #expect(lock.withLock { $0 } == [1, 2, 3])
    }

    @Test func `ends a debug build that enters a second lock`() async {
        await #expect(processExitsWith: .failure) {
            let (first, second) = (Lock(1), Lock(2))
            first.withLock { first in second.withLock { second in first += second } }
        }
    }

    @Test func `ends a debug build that resumes a task of the pool under a lock`() async {
        await #expect(processExitsWith: .failure) {
            // A task that is resumed before it is suspended does not use its pool.
            for _ in 0..<10_000 {
                let lock = Lock<CheckedContinuation<Void, Never>?>(nil)
                let task = Task(executorPreference: TaskPool.shared) {
                    await withCheckedContinuation { waiter in
                        lock.withLock { $0 = waiter }
                        lock.wake()
                    }
                }
                lock.wait { waiter, _ in waiter?.resume() }
                await task.value
            }
        }
    }

    @Test func `a thread that waits sees a change, and the time at which to stop waiting`() async {
        let state = Lock(0)
        let thread = WorkThread("test")
        thread.run {
            state.withLock { $0 = 7 }
            state.wake()
        }
        #expect(state.wait { value, _ in value == 0 ? nil : value } == 7)
        let end = SystemClock.monotonic.nanoseconds + 1_000_000
        let isLate = state.wait { _, until in
            until = end
            return SystemClock.monotonic.nanoseconds >= end ? true : nil
        }
        #expect(isLate)
    }

    /// The runtime holds the lock of a task while it cancels the task, and takes that lock to resume the task.
    @Test func `a change and the cancel of a wait for it at the same time stop neither thread`() async {
        let changes = Changes()
        let thread = WorkThread("test")
        for _ in 0..<20_000 {
            let change = changes.next
            let waiting = Task(executorPreference: TaskPool.shared) { await change.wait() }
            thread.run { changes.happen() }
            waiting.cancel()
            await waiting.value
        }
    }
}
