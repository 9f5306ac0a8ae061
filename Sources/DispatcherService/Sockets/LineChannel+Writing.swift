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

    private func flush() {
        let replies = turn.takeReplies()
        guard let context, replies.readableBytes > 0 else { return }
        context.writeAndFlush(wrapOutboundOut(replies), promise: nil)
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
