import NIOCore
import UnixSystem

/// Sends lines to a worker, in the order of the calls. No call runs the connection's pipeline.
final class WorkerOutbox: Sendable {
    private struct Contents {
        /// The lines that the event loop is about to send.
        var lines: [String] = []
        /// How many calls of ``WorkerOutbox/release(_:)`` the lines wait for.
        var holds = 0
    }

    private let channel: any Channel
    private let contents = Lock(Contents())

    init(channel: any Channel) { self.channel = channel }

    func send(_ line: String) {
        contents.withLock { $0.lines.append(line) }
        flush()
    }

    /// Lets all later lines wait for ``release(_:)``. Each call needs one call of that function.
    func hold() { contents.withLock { $0.holds += 1 } }

    /// Sends a line, if there is one, before the lines that waited.
    func release(_ line: String?) {
        contents.withLock { contents in
            contents.holds -= 1
            if let line { contents.lines.insert(line, at: 0) }
        }
        flush()
    }

    private func flush() {
        channel.eventLoop.execute { [channel, contents] in
            let lines = contents.withLock { contents in
                guard contents.holds == 0 else { return [String]() }
                defer { contents.lines = [] }
                return contents.lines
            }
            guard !lines.isEmpty else { return }
            channel.writeAndFlush(ByteBuffer(string: lines.map { $0 + "\n" }.joined()), promise: nil)
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
