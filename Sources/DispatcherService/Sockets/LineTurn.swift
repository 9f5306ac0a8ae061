import NIOCore

/// The work of one connection in one turn of the event loop: its replies, which are sent in one write, and the amount
/// of work, which is limited so that other connections have their turn.
struct LineTurn {
    private var output: [UInt8] = []
    private var lines = 0
    private var bytes = 0

    /// Adds a reply.
    mutating func add(_ line: ArraySlice<UInt8>) {
        output += line
        output.append(UInt8(ascii: "\n"))
    }

    /// Counts a line that was answered, for ``isOver(under:)``.
    mutating func count(lineOf length: Int) {
        lines += 1
        bytes += length
    }

    /// Whether enough was read and written.
    func isOver(under limits: LineChannel.Limits) -> Bool {
        lines >= limits.linesAtOnce || bytes + output.count >= limits.bytesAtOnce
    }

    /// Whether the replies must be sent before other replies are added: only the channel knows how much a peer leaves
    /// unread.
    func isFull(under limits: LineChannel.Limits) -> Bool { output.count >= limits.bytesAtOnce }

    /// Removes the replies so far, and returns the bytes that `write` leaves; nil if it leaves no bytes.
    /// - Parameter write: Writes from the first byte on, and returns how many bytes it wrote.
    mutating func takeReplies(_ write: (UnsafeRawBufferPointer) -> Int) -> ByteBuffer? {
        guard !output.isEmpty else { return nil }
        bytes += output.count
        let rest = output.withUnsafeBytes { replies in
            let written = write(replies)
            return written < replies.count ? ByteBuffer(bytes: replies[written...]) : nil
        }
        removeReplies()
        return rest
    }

    /// Removes the replies so far.
    mutating func removeReplies() {
        output.removeAll(keepingCapacity: output.count <= 4096)
    }

    /// Begins the next turn.
    mutating func end() {
        lines = 0
        bytes = 0
    }
}
