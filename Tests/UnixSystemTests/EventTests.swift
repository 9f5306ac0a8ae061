import Testing
import UnixSystem

/// What waits for an event, or is cancelled by it.
struct EventTests {
    private let end = Event()

    /// Waits until the task is cancelled.
    private static func waitForCancel() async -> Int? {
        await Event().wait()
        return Task.isCancelled ? -1 : 0
    }

    @Test(.timeLimit(.minutes(1))) func `each task that waits goes on, also one that waits later`() async {
        let waiting = (1...100).map { _ in Task { [end] in await end.wait() } }
        end.happen()
        end.happen()
        for task in waiting { await task.value }
        await end.wait()
    }

    @Test(.timeLimit(.minutes(1))) func `a wait ends with its task`() async {
        let task = Task { [end] in await end.wait() }
        task.cancel()
        await task.value
    }

    @Test func `a body that ends first has its value`() async {
        #expect(await end.cancelling { 1 } == 1)
        #expect(await end.cancelling { Int?.none } == nil)
    }

    @Test(.timeLimit(.minutes(1))) func `a body is cancelled by the end, also by an event that happened before`() async
    {
        let waiting = (1...100).map { _ in Task { [end] in await end.cancelling { await Self.waitForCancel() } } }
        end.happen()
        for task in waiting { #expect(await task.value ?? -1 == -1) }
        #expect(await end.cancelling { await Self.waitForCancel() } ?? -1 == -1)
    }

    /// On the pool from end to end: the default executor has two threads, which other tests block.
    @Test(.timeLimit(.minutes(1))) func `ends and wakes on two threads stop nothing`() async {
        let changes = Changes()
        await Task(executorPreference: TaskPool.shared) {
            for _ in 1...500 {
                let end = Event()
                await withDiscardingTaskGroup { group in
                    for _ in 1...4 {
                        group.addTask { _ = await end.cancelling { await changes.next.value() } }
                    }
                    group.addTask { for _ in 1...4 { changes.happen() } }
                    end.happen()
                }
            }
        }.value
    }
}
