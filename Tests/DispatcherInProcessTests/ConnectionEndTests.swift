import Testing
import UnixSystem

@testable import DispatcherService

/// What waits for a change ends with the connection of its client.
struct ConnectionEndTests {
    private let end = ConnectionEnd()

    /// Waits until the task is cancelled.
    private static func waitForCancel() async -> Int? {
        for await _ in Listeners().add() {}
        return Task.isCancelled ? -1 : 0
    }

    @Test func `a body that ends first has its value`() async {
        #expect(await end.cancelling { 1 } == 1)
        #expect(await end.cancelling { Int?.none } == nil)
    }

    @Test(.timeLimit(.minutes(1))) func `a body is cancelled by the end, also by an end that came before`() async {
        let waiting = (1...100).map { _ in Task { [end] in await end.cancelling { await Self.waitForCancel() } } }
        end.come()
        for task in waiting { #expect(await task.value ?? -1 == -1) }
        #expect(await end.cancelling { await Self.waitForCancel() } ?? -1 == -1)
    }

    /// On the pool from end to end: the default executor has two threads, which other tests block.
    @Test(.timeLimit(.minutes(1))) func `ends and wakes on two threads stop nothing`() async {
        let changes = Listeners()
        await Task(executorPreference: TaskPool.shared) {
            for _ in 1...500 {
                let end = ConnectionEnd()
                await withDiscardingTaskGroup { group in
                    for _ in 1...4 {
                        group.addTask { _ = await end.cancelling { await changes.add().first { _ in true } } }
                    }
                    group.addTask { for _ in 1...4 { changes.wake() } }
                    end.come()
                }
            }
        }.value
    }
}
