import NIOCore

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
