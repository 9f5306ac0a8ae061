import Glibc

/// Keeps the compiler from leaving out the work whose result this is.
@inline(never) @_optimize(none)
func use<Value>(_ value: Value) {}

/// Two ways of doing the same, measured by turns.
struct Measurement {
    let rounds: Int
    let milliseconds: Int
    /// The number of calls of ours and of the peer that are made instead; nothing is timed then.
    let calls: (ours: Int, peer: Int)?

    /// The nanoseconds of one call, for ours and the peer in each round.
    func compare(_ ours: () throws -> Void, _ peer: () throws -> Void) rethrows -> [[Double]] {
        if let calls {
            for _ in 0..<calls.ours { try ours() }
            for _ in 0..<calls.peer { try peer() }
            return []
        }
        let counts = (try count(ours), try count(peer))
        return try (0..<rounds).map { _ in [try time(counts.0, ours), try time(counts.1, peer)] }
    }

    /// The nanoseconds of one call: the median of the rounds.
    func time(_ work: () throws -> Void) rethrows -> Double {
        let calls = try count(work)
        return try (0..<rounds).map { _ in try time(calls, work) }.sorted()[rounds / 2]
    }

    /// The number of calls that fill a round; they also warm up.
    private func count(_ work: () throws -> Void) rethrows -> Int {
        var count = 1
        while true {
            let needed = try time(count, work) * Double(count) / 1e6
            if needed > Double(milliseconds) / 4 { return max(1, Int(Double(count) * Double(milliseconds) / needed)) }
            count *= 2
        }
    }

    /// Counts the processor's time, so that other programs on the machine do not count.
    private func time(_ count: Int, _ work: () throws -> Void) rethrows -> Double {
        let start = Self.processorTime
        for _ in 0..<count { try work() }
        return (Self.processorTime - start) / Double(count)
    }

    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
