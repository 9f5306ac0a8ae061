import Testing

@testable import UnixSystem

/// The time of a stop and of a sleep does not count, also if another thread than the waiting one reads the clock first. All
/// times are in milliseconds here.
struct RunningTimeTests {
    private final class Clocks: Sendable {
        private let now = Lock((monotonic: Int64(7_000_000), boot: Int64(9_000_000)))

        func pass(_ milliseconds: Int64, sleeping slept: Int64 = 0) {
            now.withLock { $0 = ($0.monotonic + milliseconds, $0.boot + milliseconds + slept) }
        }

        var time: RunningTime {
            RunningTime { [now] in now.withLock { ($0.monotonic * 1_000_000, $0.boot * 1_000_000) } }
        }
        var monotonic: Int64 { now.withLock { $0.monotonic } }
    }

    private let clocks = Clocks()

    /// Makes a clock at which a thread looks that waits for a time.
    private func waiting(for milliseconds: Int64) -> (time: RunningTime, start: Int64) {
        var time = clocks.time
        let start = time.look()
        _ = time.plan(for: start + milliseconds * 1_000_000)
        return (time, start)
    }

    @Test func `time passes while the thread looks in time`() {
        var (time, start) = waiting(for: 10_000)
        for _ in 0..<20 {
            clocks.pass(500)
            _ = time.look()
            #expect(time.plan(for: start + 10_000_000_000) <= (clocks.monotonic + 500) * 1_000_000)
        }
        #expect(time.now() - start == 10_000_000_000)
    }

    @Test(arguments: [Int64(2600), 120_000, 4_000_000])
    func `a stop does not count, and the clock stands still for a second after it`(stop: Int64) {
        var (time, start) = waiting(for: 10_000)
        clocks.pass(100)
        #expect(time.now() - start == 100_000_000)
        // The process is stopped before the thread looks after half a second.
        clocks.pass(stop)
        #expect(time.now() - start == 100_000_000)
        clocks.pass(1000)
        #expect(time.look() - start <= 200_000_000)
        clocks.pass(300)
        #expect((300_000_000...500_000_000).contains(time.now() - start))
    }

    @Test func `a sleep does not count, and the clock stands still for a second after it`() {
        var (time, start) = waiting(for: 10_000)
        clocks.pass(100, sleeping: 8_000_000)
        #expect(time.look() - start == 0)
        clocks.pass(900)
        #expect(time.now() - start == 0)
        clocks.pass(400)
        #expect(time.now() - start == 400_000_000)
    }

    @Test func `a thread that waits for hours does not look in between, and is not late`() {
        var (time, start) = waiting(for: 3_600_000)
        #expect(time.plan(for: start + 3_600_000_000_000) == (clocks.monotonic + 3_600_000) * 1_000_000)
        clocks.pass(3_600_001)
        #expect(time.look() - start == 3_600_001_000_000)
    }

    @Test func `a thread that works for long is not late`() {
        var (time, start) = waiting(for: 100)
        clocks.pass(100)
        _ = time.look()
        clocks.pass(9000)
        #expect(time.now() - start == 9_100_000_000)
    }
}
