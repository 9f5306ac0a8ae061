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
}

/// Work on files, one piece after the other in the order of the calls.
actor FileQueue {
    private var last: Task<Void, Never>?

    /// Throws the error of the work. A cancel of the caller stops neither this work nor later work.
    func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let next = Task(executorPreference: TaskPool.preferred) { [last] in
            await last?.value
            return try await FileWork.run(work)
        }
        last = Task(executorPreference: TaskPool.preferred) { _ = await next.result }
        return try await next.value
    }

    /// Does the work, and returns its error as a sentence; nil if it has succeeded.
    func problem(_ work: @escaping @Sendable () throws -> Void) async -> String? {
        do {
            try await run(work)
            return nil
        } catch {
            return "\(error)"
        }
    }
}
