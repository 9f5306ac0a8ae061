import NIOCore
import Synchronization

/// The lines that are said to a worker, in the order of the calls here. Nothing of the connection's pipeline runs within
/// one.
final class WorkerOutbox: Sendable {
    private let channel: any Channel
    private let order = Mutex(())

    init(channel: any Channel) { self.channel = channel }

    func say(_ line: String) { say(line) {} }

    /// Says a line, if there is one, before anything that is said because of what the body does.
    func say(_ line: String?, after body: () -> Void) {
        order.withLock { _ in
            body()
            guard let line else { return }
            channel.eventLoop.execute { [channel] in
                channel.writeAndFlush(ByteBuffer(string: line + "\n"), promise: nil)
            }
        }
    }

    /// Closes the connection behind what was said.
    func close() {
        channel.eventLoop.execute { [channel] in
            channel.writeAndFlush(ByteBuffer()).whenComplete { _ in channel.close(promise: nil) }
        }
    }
}
