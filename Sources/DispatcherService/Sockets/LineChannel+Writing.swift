import NIOCore
import UnixSystem

/// How the replies of a connection leave.
extension LineChannel {
    func write(_ reply: ArraySlice<UInt8>) {
        turn.add(reply)
        if turn.isFull(under: limits) { flush() }
    }

    func endTurn() {
        flush()
        turn.end()
    }

    /// Writes the replies so far. SwiftNIO gets those that the socket does not take at once.
    private func flush() {
        guard let context else { return turn.removeReplies() }
        let rest = turn.takeReplies { socket?.write($0, on: context.channel) ?? 0 }
        guard let rest else { return }
        socket?.willQueue()
        context.writeAndFlush(wrapOutboundOut(rest), promise: nil)
    }

    /// The lines of a worker, which are written by SwiftNIO: replies come after them.
    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        socket?.willQueue()
        context.write(data, promise: promise)
    }

    func close() {
        guard let context, !closing else { return }
        closing = true
        flush()
        let channel = context.channel
        // When this completes, everything written before it has been sent.
        context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in channel.close(promise: nil) }
    }
}

/// The socket of a connection, which takes nearly every reply at once. The way through SwiftNIO to the same system call
/// costs more than parsing a short URL.
struct ReplySocket {
    /// SwiftNIO owns it, and made it nonblocking.
    private let number: CInt
    /// Whether SwiftNIO may hold bytes that leave before the next reply.
    private var mayHaveQueue = false

    init(_ number: CInt) { self.number = number }

    /// SwiftNIO gets bytes to write.
    mutating func willQueue() { mayHaveQueue = true }

    /// Writes as many bytes as the socket takes now, and returns how many: none while SwiftNIO holds others, and none after
    /// an error, which SwiftNIO then meets itself and closes the connection.
    mutating func write(_ bytes: UnsafeRawBufferPointer, on channel: @autoclosure () -> any Channel) -> Int {
        if mayHaveQueue { mayHaveQueue = Self.hasQueue(channel()) }
        return mayHaveQueue ? 0 : max(0, writeRetrying(number, bytes))
    }

    private static func hasQueue(_ channel: any Channel) -> Bool {
        // A closed channel, which cannot tell, takes no reply either.
        (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) != 0
    }
}
