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

    /// Runs a body, and cancels it when the connection is closed. The body has its value also if it is cancelled.
    func cancelling<Value: Sendable>(_ body: @escaping @Sendable () async -> Value?) async -> Value? {
        await withTaskGroup(of: (isBody: Bool, value: Value?).self) { group in
            let ends = listeners.add()
            group.addTask { (true, await body()) }
            group.addTask {
                if !self.hasCome.load(ordering: .sequentiallyConsistent) { for await _ in ends { break } }
                return (false, nil)
            }
            for await (isBody, value) in group {
                group.cancelAll()
                if isBody { return value }
            }
            return nil
        }
    }
}
