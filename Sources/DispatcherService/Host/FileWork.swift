import NIOPosix
import UnixSystem

/// Runs work that may wait for files, outside the cooperative threads: a disk may stall, and every task with it.
enum FileWork {
    /// Throws the error of the work. NIO's shared threads, which do the work, never stop.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        guard let simulation = Simulation.current else { return try await NIOThreadPool.singleton.runIfActive(work) }
        return try await withCheckedThrowingContinuation { done in
            simulation.files.run { done.resume(with: Result(catching: work)) }
        }
    }

    /// Does the work, and returns its error as a sentence; nil if it has succeeded.
    static func problem(_ work: @escaping @Sendable () throws -> Void) async -> String? {
        do {
            try await run(work)
            return nil
        } catch {
            return "\(error)"
        }
    }
}
