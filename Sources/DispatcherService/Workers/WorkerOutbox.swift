import NIOCore
import Synchronization

/// Sends lines to a worker, in the order of the calls. No call runs the connection's pipeline.
final class WorkerOutbox: Sendable {
    private let channel: any Channel
    private let order = Mutex(())

    init(channel: any Channel) { self.channel = channel }

    func send(_ line: String) { send(line) {} }

    /// Sends a line, if there is one, before any line that the body causes.
    func send(_ line: String?, after body: () -> Void) {
        order.withLock { _ in
            body()
            guard let line else { return }
            channel.eventLoop.execute { [channel] in
                channel.writeAndFlush(ByteBuffer(string: line + "\n"), promise: nil)
            }
        }
    }

    /// Fires an event into the connection's pipeline, before the lines that are sent later.
    func fire(_ event: some Sendable) {
        channel.eventLoop.execute { [channel] in channel.pipeline.fireUserInboundEventTriggered(event) }
    }

    /// Closes the connection after all earlier lines were sent.
    func close() {
        channel.eventLoop.execute { [channel] in
            channel.writeAndFlush(ByteBuffer()).whenComplete { _ in channel.close(promise: nil) }
        }
    }
}
