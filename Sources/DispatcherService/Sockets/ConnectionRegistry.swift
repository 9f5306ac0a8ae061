import NIOCore
import Synchronization

/// The open connections: how many there are, and how to reach them all.
final class ConnectionRegistry: Sendable {
    private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Takes a connection in; false if there are too many.
    func add(_ channel: any Channel) -> Bool {
        channels.withLock { channels in
            guard channels.count < limit else { return false }
            channels[ObjectIdentifier(channel)] = channel
            return true
        }
    }

    func remove(_ channel: any Channel) { channels.withLock { $0[ObjectIdentifier(channel)] = nil } }

    /// Makes each connection finish what it has begun and close; those of workers only where it is said.
    func drain(endsWorkers: Bool = false) {
        let drain = LineConnection.Drain(endsWorkers: endsWorkers)
        for channel in all { channel.pipeline.fireUserInboundEventTriggered(drain) }
    }

    /// Waits until every connection that is open now is closed.
    func waitUntilClosed() async {
        for channel in all {
            // Closed with an error is closed.
            try? await channel.closeFuture.get()
        }
    }

    func closeAll() { for channel in all { channel.close(promise: nil) } }

    private var all: [any Channel] { channels.withLock { Array($0.values) } }
}
