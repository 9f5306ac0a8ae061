import Foundation
import Glibc
import Testing

@testable import UnixSystem

/// Work, timers and the end of a thread.
@Suite(.timeLimit(.minutes(5)))
struct WorkThreadTests {
    @Test func `work runs in order, on one thread that is not the caller's`() async {
        let thread = WorkThread("test")
        let numbers = Lock<[Int]>([])
        await withCheckedContinuation { done in
            for number in 0..<1000 {
                thread.run {
                    let isCurrent = thread.isCurrent
                    numbers.withLock { $0.append(isCurrent ? number : -1) }
                }
            }
            thread.run { done.resume() }
        }
        #expect(numbers.withLock { $0 } == Array(0..<1000))
        #expect(!thread.isCurrent)
    }

    @Test func `a thread that one of low priority starts has the usual priority`() async {
        @Sendable func niceness() -> CInt { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
        let usual = niceness()
        let (low, next) = (WorkThread("low"), WorkThread("next"))
        let found = await withCheckedContinuation { done in
            low.run {
                ThreadPriority.lower()
                let own = niceness()
                next.run { done.resume(returning: [own, niceness()]) }
            }
        }
        #expect(found == [ThreadPriority.niceness, usual] && usual < ThreadPriority.niceness)
    }

    @Test func `timers fire by their times, and a cancelled one never`() async {
        let thread = WorkThread("test")
        let (fired, fire) = AsyncStream.makeStream(of: Int.self)
        let isReady = Lock(false)
        // No timer fires before all are made.
        thread.run { isReady.wait { isReady, _ in isReady ? () : nil } }
        thread.run(after: .milliseconds(3)) {
            fire.yield(3)
            fire.finish()
        }
        let cancelled = thread.run(after: .milliseconds(2)) { fire.yield(2) }
        thread.run(after: .milliseconds(1)) { fire.yield(1) }
        thread.run(after: .seconds(1 << 40)) { fire.yield(4) }
        thread.cancel(timer: cancelled)
        isReady.withLock { $0 = true }
        isReady.wake()
        #expect(await fired.reduce(into: []) { $0.append($1) } == [1, 3])
    }

    @Test func `a thread that nobody holds does its work and ends`() async {
        let (stream, end) = AsyncStream.makeStream(of: pthread_t.self)
        do {
            let thread = WorkThread("test")
            for _ in 0..<100 { thread.run { end.yield(pthread_self()) } }
            // Its timer goes with it.
            thread.run(after: .seconds(3600)) { end.yield(pthread_self()) }
            thread.run { end.finish() }
        }
        let threads = await stream.reduce(into: []) { $0.append($1) }
        #expect(threads.count == 100 && Set(threads).count == 1)
    }

    @Test func `a watch reports what can be read until it is stopped`() async throws {
        let pipe = try UnixSystem.Pipe()
        let end = dup(pipe.writingNumber)
        let (reads, read) = AsyncStream.makeStream(of: Int.self)
        let watch = try ReadWatch(pipe.readingEnd(), name: "test") { descriptor in
            var bytes = [UInt8](repeating: 0, count: 16)
            read.yield(bytes.withUnsafeMutableBytes { readRetrying(descriptor, into: $0) })
        }
        var iterator = reads.makeAsyncIterator()
        for count in 1...3 {
            #expect(write(end, [1, 2, 3], count) == count)
            #expect(await iterator.next() == count)
        }
        watch.stop()
        close(end)
    }
}
