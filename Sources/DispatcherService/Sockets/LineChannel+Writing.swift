import NIOCore
import UnixSystem

/// Writes the replies of a connection.
extension LineChannel {
    func write(_ reply: ArraySlice<UInt8>) {
        replies.writeBytes(reply)
        replies.writeInteger(UInt8(ascii: "\n"))
        // Only the channel knows how much a peer leaves unread.
        if replies.readableBytes >= limits.bytesAtOnce { flush() }
    }

    func endTurn() {
        flush()
        linesInTurn = 0
        bytesInTurn = 0
    }

    private func flush() {
        guard replies.readableBytes > 0 else { return }
        bytesInTurn += replies.readableBytes
        let sent = replies
        replies = ByteBuffer()
        context?.writeAndFlush(wrapOutboundOut(sent), promise: nil)
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
