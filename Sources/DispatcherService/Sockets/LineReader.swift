import XCallbackURL

/// Reads the JSON lines of a ``LineChannel`` and decides how far the channel reads on: a client's connection, or a
/// worker's. The channel calls it on its event loop alone.
protocol LineReader: AnyObject {
    /// The longest line, in bytes.
    func longestLine(under limits: LineChannel.Limits) -> Int

    /// Whether there is room for another line. While there is none, the channel reads nothing.
    func canTake(on channel: LineChannel) -> Bool

    /// Whether a URL line that waits may run.
    func canRun(on channel: LineChannel) -> Bool

    /// Whether it still reads a line that it has taken.
    var isReading: Bool { get }

    func take(json line: [UInt8], on channel: LineChannel)

    /// Refuses a line that the channel has discarded.
    func refuse(lineBeginning head: [UInt8], _ error: OutcomeError, on channel: LineChannel)

    /// Goes on with a line that was waiting. The channel calls it before it takes further lines.
    func advance(on channel: LineChannel)

    /// Receives an event that the channel does not know.
    func receive(_ event: Any, on channel: LineChannel)

    /// The peer sends nothing more, and every line was taken. The channel may call it more than once.
    func inputEnded()

    func channelClosed()
}
