import Synchronization
import UnixSystem

/// Many runs, and what they showed.
struct Report: Sendable {
    struct Failure: Sendable {
        let seed: UInt64
        let check: String
        let choices: [UInt16]
    }

    var seeds = 0
    var lives = 0
    var events = 0
    var daemons = 0
    var failure: Failure?

    /// The seeds of a block, which the threads share.
    private static let block: UInt64 = 256

    /// Runs seeds, from one on, until so many lives have passed or a run fails. The result is the same for any number of
    /// threads.
    static func make(lives: Int, from first: UInt64, threads: Int) async throws -> Report {
        var report = Report()
        var start = first
        while report.lives < lives, report.failure == nil {
            let parts = try await withThrowingTaskGroup(of: Report.self) { [start] group in
                for thread in 0..<UInt64(threads) {
                    group.addTask {
                        try await onThread { try part(of: start, thread, of: UInt64(threads)) }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for part in parts { report.add(part) }
            start += block
        }
        return report
    }

    /// Runs every so manyth seed of a block.
    private static func part(of start: UInt64, _ thread: UInt64, of threads: UInt64) throws -> Report {
        var report = Report()
        for seed in stride(from: start + thread, to: start + block, by: Int(threads)) {
            let world = try ModelWorld(Chooser(seed: seed))
            try world.run()
            report.seeds += 1
            report.lives += world.lives.values.count { $0.id != nil || !$0.told.isEmpty }
            report.events += world.step
            report.daemons += world.daemons
            if let check = world.failure {
                report.failure = Failure(seed: seed, check: check, choices: world.chooser.choices)
                break
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

    /// A run blocks its thread, so it gets one of its own.
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
            let shortest = try Shrinking.shortest(choices, failing: Shrinking.kind(check))
            let world = try ModelWorld(Chooser(repeating: shortest), isTraced: true)
            try world.run()
            return """
                seed \(seed): \(check)
                the shortest run that fails so, of \(choices.count) choices \(shortest.count):
                \((world.trace ?? []).joined(separator: "\n"))
                repeat it: .ci/simulate 1 --seed \(seed)
                """
        } catch {
            return "seed \(seed): \(check); it cannot be repeated: \(error)"
        }
    }
}
