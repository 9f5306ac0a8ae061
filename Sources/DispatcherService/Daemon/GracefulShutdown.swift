import DispatcherCommands
import DispatcherRequests
import NIOCore
import UnixSystem

/// Ends the service: it accepts no new requests, waits until its requests end, and interrupts the requests that do not
/// end in time.
struct GracefulShutdown: Sendable {
    let dispatcher: Dispatcher
    let listeners: [any Channel]
    let connections: ConnectionRegistry

    /// The time that running requests have to end.
    private static let endTime = Duration.seconds(10)
    /// The time that interrupted requests have to report the interruption.
    private static let interruptTime = Duration.seconds(4)
    /// The time that a peer has to read its last replies.
    private static let readTime = Duration.seconds(1)

    func run() async {
        dispatcher.ledger.with { $0.places.isDraining = true }
        for listener in listeners {
            // A listener that closes with an error is closed.
            try? await listener.close()
        }
        connections.drain()
        // The answers of other apps would come by the socket that is closed now.
        dispatcher.calls.interrupt()
        dispatcher.consent.interrupt()
        let isIdle = await finishes(within: Self.endTime) { await dispatcher.ledger.waitUntilIdle() }
        // If no request is left, this ends the calls that wait for a change. They answer that nothing changed.
        dispatcher.work.interrupt()
        if !isIdle { _ = await finishes(within: Self.interruptTime) { await dispatcher.ledger.waitUntilIdle() } }
        connections.drain(endsWorkers: true)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                // This task is cancelled when all peers have read their replies.
                if await Deadline.wait(for: Self.readTime) { connections.closeAll() }
            }
            await connections.waitUntilClosed()
            group.cancelAll()
        }
        // A call whose client has left returns to the thread of its socket, which therefore ends later.
        _ = await finishes(within: Self.interruptTime) { await dispatcher.work.end() }
    }

    /// Returns whether the work ends in time. Cancels the work otherwise.
    private func finishes(within time: Duration, _ body: @escaping @Sendable () async -> Void) async -> Bool {
        await Deadline.value(within: time) {
            await body()
            return !Task.isCancelled
        } ?? false
    }
}
