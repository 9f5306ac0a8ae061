import Synchronization
import UnixSystem

/// The end of a client's connection, which ends what waits for a change on behalf of the client.
final class ConnectionEnd: Sendable {
    private let listeners = Listeners()
    private let hasCome = Atomic(false)

    /// Marks that the connection is closed.
    func come() {
        hasCome.store(true, ordering: .sequentiallyConsistent)
        listeners.wake()
    }

    /// Runs a body, and cancels it when the connection is closed.
    /// - Returns: Nil if the connection is closed first.
    func cancelling<Value: Sendable>(_ body: @escaping @Sendable () async -> Value?) async -> Value? {
        await withTaskGroup(of: Value?.self) { group in
            let ends = listeners.add()
            group.addTask { await body() }
            group.addTask {
                if !self.hasCome.load(ordering: .sequentiallyConsistent) { for await _ in ends { break } }
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
