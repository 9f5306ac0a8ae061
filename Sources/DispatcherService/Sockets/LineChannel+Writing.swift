import NIOCore
import UnixSystem

/// Writes the replies of a connection.
extension LineChannel {
    func write(_ reply: ArraySlice<UInt8>) {
        turn.add(reply)
        if turn.isFull(under: limits) { flush() }
    }

    func endTurn() {
        flush()
        turn.end()
    }

    /// Writes the replies so far. SwiftNIO gets the bytes that the socket does not accept at once.
    private func flush() {
        guard let context else { return turn.removeReplies() }
        let rest = turn.takeReplies { socket?.write($0, on: context.channel) ?? 0 }
        guard let rest else { return }
        socket?.willQueue()
        context.writeAndFlush(wrapOutboundOut(rest), promise: nil)
    }

    /// Writes the lines of a worker by SwiftNIO. Replies come after these lines.
    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        socket?.willQueue()
        context.write(data, promise: promise)
    }

    func close() {
        guard let context, !closing else { return }
        closing = true
        flush()
        let channel = context.channel
        // When this write completes, all earlier writes have been sent.
        context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in channel.close(promise: nil) }
    }
}

/// The socket of a connection, which accepts nearly every reply at once. The way through SwiftNIO to the same system
/// call takes longer than parsing a short URL.
struct ReplySocket {
    /// The number of the socket. SwiftNIO owns the socket, and made it nonblocking.
    private let number: CInt
    /// Whether SwiftNIO may hold bytes that leave before the next reply.
    private var mayHaveQueue = false

    init(_ number: CInt) { self.number = number }

    /// Notes that SwiftNIO gets bytes to write.
    mutating func willQueue() { mayHaveQueue = true }

    /// Writes as many bytes as the socket accepts now, and returns their number. Writes no bytes while SwiftNIO holds
    /// other bytes, or after an error. SwiftNIO then gets the same error itself, and closes the connection.
    mutating func write(_ bytes: UnsafeRawBufferPointer, on channel: @autoclosure () -> any Channel) -> Int {
        if mayHaveQueue { mayHaveQueue = Self.hasQueue(channel()) }
        return mayHaveQueue ? 0 : max(0, writeRetrying(number, bytes))
    }

    private static func hasQueue(_ channel: any Channel) -> Bool {
        // A closed channel does not report the option, and accepts no reply either.
        (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) != 0
    }
}
