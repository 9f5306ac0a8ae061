import XCallbackURL

/// Reads the JSON lines of a ``LineChannel``, and decides when the channel may read more. Clients and workers have
/// different readers. The channel calls its reader only on its event loop.
protocol LineReader: AnyObject {
    /// Returns the maximum length of a line, in bytes.
    func longestLine(under limits: LineChannel.Limits) -> Int

    /// Whether there is room for another line. Without room, the channel reads nothing.
    func canTake(on channel: LineChannel) -> Bool

    /// Whether a URL line that waits may run.
    func canRun(on channel: LineChannel) -> Bool

    /// Whether the reader still works on a line that it has taken.
    var isReading: Bool { get }

    func take(json line: [UInt8], on channel: LineChannel)

    /// Refuses a line that the channel has discarded.
    func refuse(lineBeginning head: [UInt8], _ error: OutcomeError, on channel: LineChannel)

    /// Continues with a line that was waiting. The channel calls this function before it takes further lines.
    func advance(on channel: LineChannel)

    /// Receives an event that the channel does not know.
    func receive(_ event: Any, on channel: LineChannel)

    /// Notes that the peer sends nothing more and every line was taken. The channel may call this function more than
    /// once.
    func inputEnded()

    func channelClosed()
}
