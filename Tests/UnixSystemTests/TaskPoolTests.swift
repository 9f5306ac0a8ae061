import Foundation
import Testing

@testable import UnixSystem

/// The tasks of a pool and its threads.
@Suite(.timeLimit(.minutes(5)))
struct TaskPoolTests {
    private actor Counter {
        private(set) var count = 0
        private(set) var threads: Set<pthread_t> = []

        func add() {
            count += 1
            threads.insert(currentThread())
        }
    }

    @Test func `jobs of one thread run in the order in which they come`() async {
        let pool = TaskPool(threads: 1)
        let isReady = Lock(false)
        // It keeps the thread until all jobs have come.
        let first = Task(executorPreference: pool) { isReady.wait { isReady, _ in isReady ? () : nil } }
        let numbers = Lock<[Int]>([])
        let tasks = (0..<1000).map { number in
            Task(executorPreference: pool) { numbers.withLock { $0.append(number) } }
        }
        isReady.withLock { $0 = true }
        isReady.wake()
        await first.value
        for task in tasks { await task.value }
        #expect(numbers.withLock { $0 } == Array(0..<1000))
    }

    @Test func `child tasks and actors stay on the threads of the pool`() async {
        let pool = TaskPool(threads: 3)
        let counter = Counter()
        let threads = await Task(executorPreference: pool) {
            await withTaskGroup(of: pthread_t.self) { group in
                for _ in 0..<1000 {
                    group.addTask {
                        await counter.add()
                        return currentThread()
                    }
                }
                return await group.reduce(into: Set([currentThread()])) { $0.insert($1) }
            }
        }.value
        let all = await Task(executorPreference: pool) { await threads.union(counter.threads) }.value
        #expect(await counter.count == 1000)
        #expect(all.count <= 3)
    }

    @Test func `a thread that blocks leaves the others, which start when all are busy`() async {
        let pool = TaskPool(threads: 4)
        let arrivals = Lock(0)
        // Each of them keeps its thread until the last one runs.
        let blocked = (0..<3).map { _ in
            let end = Lock(false)
            let task = Task(executorPreference: pool) {
                arrivals.withLock { $0 += 1 }
                arrivals.wake()
                end.wait { isEnded, _ in isEnded ? () : nil }
            }
            return (task: task, end: end)
        }
        await Task(executorPreference: pool) {
            arrivals.wait { count, _ in count == 3 ? () : nil }
            for (_, end) in blocked {
                end.withLock { $0 = true }
                end.wake()
            }
        }.value
        for (task, _) in blocked { await task.value }
    }

    @Test func `no wake-up is lost between threads that hand work to each other`() async {
        let pool = TaskPool(threads: 2)
        let (pings, ping) = AsyncStream.makeStream(of: Int.self)
        let (pongs, pong) = AsyncStream.makeStream(of: Int.self)
        let echo = Task(executorPreference: pool) {
            for await number in pings { pong.yield(number) }
        }
        let count = await Task(executorPreference: pool) {
            var numbers = pongs.makeAsyncIterator()
            var count = 0
            while count < 10_000 {
                ping.yield(count)
                guard await numbers.next() == count else { break }
                count += 1
            }
            ping.finish()
            return count
        }.value
        await echo.value
        #expect(count == 10_000)
    }

    /// A thread that the system does not have as often as it is told.
    private final class MissingThread: WorkQueue {
        private let thread: WorkThread?
        init(isMissing: Bool) { thread = isMissing ? nil : WorkThread("test") }
        func run(_ work: @escaping WorkThread.Work) -> Bool { thread?.run(work) ?? false }
        func run(after delay: Duration, _ work: @escaping WorkThread.Work) -> Int { 0 }
        func cancel(timer number: Int) {}
        var now: Duration { .zero }
        var isCurrent: Bool { thread?.isCurrent ?? false }
    }

    @Test func `jobs that come while the system has no thread run when it has one again`() async {
        let missing = Lock(3)
        let pool = TaskPool(threads: 2) {
            MissingThread(
                isMissing: missing.withLock { missing in
                    missing -= 1
                    return missing >= 0
                })
        }
        #expect(throws: SystemCallError("start a thread", number: EAGAIN)) { try pool.start() }
        let tasks = (0..<3).map { number in Task(executorPreference: pool) { number } }
        for (number, task) in tasks.enumerated() { #expect(await task.value == number) }
    }

    @Test func `a pool with a thread needs no other`() async throws {
        let count = Lock(0)
        let pool = TaskPool(threads: 2) {
            MissingThread(
                isMissing: count.withLock { count in
                    count += 1
                    return count > 1
                })
        }
        try pool.start()
        try pool.start()
        let isReady = Lock(false)
        let tasks = (0..<100).map { number in
            Task(executorPreference: pool) {
                if number == 0 { isReady.wait { isReady, _ in isReady ? () : nil } }
                return number
            }
        }
        isReady.withLock { $0 = true }
        isReady.wake()
        for (number, task) in tasks.enumerated() { #expect(await task.value == number) }
        #expect(count.withLock { $0 } > 1)
    }

    @Test func `an unstructured task can ask for the pool of its creator`() async {
        #expect(TaskPool.preferred == nil)
        await Task(executorPreference: TaskPool.shared) {
            #expect(TaskPool.preferred === TaskPool.shared)
            await Task { #expect(TaskPool.preferred == nil) }.value
            await Task(executorPreference: TaskPool.preferred) {
                #expect(TaskPool.preferred === TaskPool.shared)
            }.value
        }.value
    }
}

private func currentThread() -> pthread_t { pthread_self() }
