import Synchronization
import UnixSystem

/// The results of many runs.
struct Report: Sendable {
    struct Failure: Sendable {
        let seed: UInt64
        let check: String
    }

    var seeds = 0
    var lives = 0
    var events = 0
    var daemons = 0
    var failure: Failure?

    /// The number of seeds in a block, which the threads share.
    private static let block: UInt64 = 256

    /// Runs seeds, beginning with the first, until this number of lives has passed or a run fails. The result is the
    /// same for any number of threads.
    static func make(lives: Int, from first: UInt64, threads: Int) async throws -> Report {
        var report = Report()
        var start = first
        while report.lives < lives, report.failure == nil {
            let next = NextSeed(start)
            let parts = try await withThrowingTaskGroup(of: Report.self) { [start] group in
                for _ in 0..<threads {
                    group.addTask { try await onThread { try part(from: next, below: start + block) } }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for part in parts { report.add(part) }
            start += block
        }
        return report
    }

    /// The seeds of a block. Each thread takes the next seed, so that no thread waits long for another.
    final class NextSeed: Sendable {
        private let seed: Atomic<UInt64>

        init(_ first: UInt64) { seed = Atomic(first) }

        func take() -> UInt64 { seed.wrappingAdd(1, ordering: .relaxed).oldValue }
    }

    /// Runs the next seeds up to an end. All seeds of a block are run, even after a failure, because the result must
    /// not depend on the order.
    private static func part(from next: NextSeed, below end: UInt64) throws -> Report {
        var report = Report()
        while case let seed = next.take(), seed < end {
            let world = try ModelWorld(Chooser(seed: seed))
            try world.run()
            report.seeds += 1
            report.lives += world.lives.values.count { $0.id != nil || !$0.told.isEmpty }
            report.events += world.step
            report.daemons += world.daemons
            if report.failure == nil, let check = world.failure {
                report.failure = Failure(seed: seed, check: check)
            }
        }
        return report
    }

    private mutating func add(_ part: Report) {
        seeds += part.seeds
        lives += part.lives
        events += part.events
        daemons += part.daemons
        guard let found = part.failure, found.seed < failure?.seed ?? .max else { return }
        failure = found
    }

    /// Runs a closure on a separate thread, because a run blocks its thread.
    static func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { done in
            WorkThread("simulation").run { done.resume(with: Result(catching: body)) }
        }
    }
}

extension Report.Failure: CustomStringConvertible {
    /// The seed, the check, the shortest run that fails, and the command that repeats it.
    var description: String {
        do {
            let whole = try ModelWorld(Chooser(seed: seed, isRecorded: true))
            try whole.run()
            let world = try ModelWorld(Chooser(repeating: try Shrinking.shortest(of: whole)), isTraced: true)
            try world.run()
            return """
                seed \(seed): \(check)
                the shortest run that fails so: of \(whole.sent.count) requests \(world.sent.count), \
                of \(whole.step) steps \(world.step):
                \((world.trace ?? []).joined(separator: "\n"))
                repeat it: .ci/simulate 1 --seed \(seed)
                """
        } catch {
            return "seed \(seed): \(check); it cannot be repeated: \(error)"
        }
    }
}
