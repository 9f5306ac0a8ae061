import NIOCore
import Synchronization

/// The lines that are said to a worker, in the order of the calls here. Nothing of the connection's pipeline runs within
/// one.
final class WorkerOutbox: Sendable {
    private let channel: any Channel
    /// What waits for the reply to `serve`; nil while there is nothing to wait for.
    private let held = Mutex<[String]?>(nil)

    init(channel: any Channel) { self.channel = channel }

    /// Keeps back what is said from now on.
    func hold() { held.withLock { $0 = $0 ?? [] } }

    /// Says a line, then what was kept back.
    func release(first line: String?) {
        held.withLock { held in
            for line in (line.map { [$0] } ?? []) + (held ?? []) { write(line) }
            held = nil
        }
    }

    func say(_ line: String) {
        held.withLock { held in
            if held == nil { write(line) } else { held?.append(line) }
        }
    }

    /// Closes the connection behind what was said.
    func close() {
        channel.eventLoop.execute { [channel] in
            channel.writeAndFlush(ByteBuffer()).whenComplete { _ in channel.close(promise: nil) }
        }
    }

    private func write(_ line: String) {
        channel.eventLoop.execute { [channel] in
            channel.writeAndFlush(ByteBuffer(string: line + "\n"), promise: nil)
        }
    }
}
