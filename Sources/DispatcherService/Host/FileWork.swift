import NIOPosix
import UnixSystem

/// Work that may wait for files, off the cooperative threads: a disk may stall, and every task with it.
enum FileWork {
    /// Throws the error of the work. The threads, which NIO shares among all, never stop.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        guard let simulation = Simulation.current else { return try await NIOThreadPool.singleton.runIfActive(work) }
        return try await withCheckedThrowingContinuation { done in
            simulation.files.run { done.resume(with: Result(catching: work)) }
        }
    }
}
