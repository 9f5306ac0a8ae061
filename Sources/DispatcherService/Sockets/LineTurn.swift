import DispatcherMessages
import NIOCore
import QueryCoding

/// The work of one connection in one turn of the event loop: its replies, which leave in one write, and how much it did
/// before other connections have their turn.
struct LineTurn {
    private var output = JSONPrinter()
    private var lines = 0
    private var bytes = 0

    /// Adds a reply.
    mutating func print(_ reply: OutcomeReply) {
        reply.print(to: &output)
        output.endLine()
    }

    /// Adds a reply that was printed before.
    mutating func add(_ line: ArraySlice<UInt8>) { output.line(line) }

    /// Counts a line that was answered, for ``isOver(under:)``.
    mutating func count(lineOf length: Int) {
        lines += 1
        bytes += length
    }

    /// Whether enough was read and written.
    func isOver(under limits: LineChannel.Limits) -> Bool {
        lines >= limits.linesAtOnce || bytes + output.bytes.count >= limits.bytesAtOnce
    }

    /// Whether the replies have to leave before others are added: only the channel knows how much a peer leaves unread.
    func isFull(under limits: LineChannel.Limits) -> Bool { output.bytes.count >= limits.bytesAtOnce }

    /// Returns the replies so far and removes them; nil before the first.
    mutating func takeReplies() -> ByteBuffer? {
        let count = output.bytes.count
        guard count > 0 else { return nil }
        bytes += count
        let replies = ByteBuffer(bytes: output.bytes)
        if count > 4096 { output = JSONPrinter() } else { output.removeAll() }
        return replies
    }

    /// Begins the next turn.
    mutating func end() {
        lines = 0
        bytes = 0
    }
}
