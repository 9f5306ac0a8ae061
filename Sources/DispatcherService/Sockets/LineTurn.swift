import NIOCore

/// The work of one connection in one turn of the event loop: its replies, which are sent in one write, and the amount
/// of work, which is limited so that other connections have their turn.
struct LineTurn {
    private var output = ByteBuffer()
    private var lines = 0
    private var bytes = 0

    /// Adds a reply.
    mutating func add(_ line: ArraySlice<UInt8>) {
        output.writeBytes(line)
        output.writeInteger(UInt8(ascii: "\n"))
    }

    /// Counts a line that was answered, for ``isOver(under:)``.
    mutating func count(lineOf length: Int) {
        lines += 1
        bytes += length
    }

    /// Whether enough was read and written.
    func isOver(under limits: LineChannel.Limits) -> Bool {
        lines >= limits.linesAtOnce || bytes + output.readableBytes >= limits.bytesAtOnce
    }

    /// Whether the replies must be sent before other replies are added: only the channel knows how much a peer leaves
    /// unread.
    func isFull(under limits: LineChannel.Limits) -> Bool { output.readableBytes >= limits.bytesAtOnce }

    /// Removes and returns the replies so far.
    mutating func takeReplies() -> ByteBuffer {
        bytes += output.readableBytes
        defer { output = ByteBuffer() }
        return output
    }

    /// Begins the next turn.
    mutating func end() {
        lines = 0
        bytes = 0
    }
}
