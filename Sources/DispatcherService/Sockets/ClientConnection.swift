import DispatcherMessages
import NIOCore
import RequestRecord
import UnixSystem
import XCallbackURL

/// Reads the JSON lines of a client's ``LineChannel``, and decides when the channel may read more: JSON-RPC requests run at
/// once and are answered when they are ready. While too many lines wait or the replies stay unread, the connection reads
/// nothing. The channel calls this object only on its event loop.
///
/// After the method `serve`, a ``WorkerLineReader`` replaces this reader on the channel.
class ClientConnection {
    /// The number of URL lines that wait after the running line before reading pauses.
    private static let queued = 64

    final let caller: MethodCaller
    final let answerer: LineAnswerer

    init(caller: MethodCaller, answerer: LineAnswerer) {
        self.caller = caller
        self.answerer = answerer
    }

    /// Whether the reader still works on a line that it has taken.
    var isReading: Bool { false }

    /// Returns the maximum length of a line, in bytes.
    func longestLine(under limits: LineChannel.Limits) -> Int { limits.line }

    /// Whether there is room for another line. Without room, the channel reads nothing.
    func canTake(on channel: LineChannel) -> Bool { channel.waiting < Self.queued && channel.canReply }

    /// Whether a URL line that waits may run.
    func canRun(on channel: LineChannel) -> Bool { channel.canReply }

    func take(json line: [UInt8], on channel: LineChannel) {
        channel.call(line.count) { [answerer, caller] in await answerer.answer(call: line, for: caller) }
    }

    /// Refuses a line that the channel has discarded.
    func refuse(lineBeginning head: [UInt8], _ error: OutcomeError, on channel: LineChannel) {
        channel.refuse(error, isJSON: LineFramer.isJSON(head.first))
    }

    /// Continues with a line that was waiting. The channel calls this function before it takes further lines.
    func advance(on channel: LineChannel) {}

    /// Receives an event that the channel does not know.
    func receive(_ event: Any, on channel: LineChannel) {
        switch event {
        case is LineChannel.Drain: channel.drain()
        case let event as Worker.StartedServing:
            channel.reader = WorkerLineReader(event.worker, caller: caller, answerer: answerer)
        default: break
        }
    }

    /// Notes that the peer sends nothing more and every line was taken. The channel may call this function more than
    /// once.
    func inputEnded() {}

    /// A `serve` that is still running finds that the worker is gone.
    func channelClosed() {
        caller.end.happen()
        if let worker = caller.worker { answerer.close(worker) }
        if caller.origin.door == .agent, let connection = caller.connection { answerer.cancelRequests(of: connection) }
    }
}

extension LineChannel {
    /// Makes the channel of a new connection, whose reader is a client's. On the control socket, a worker's reader may
    /// replace it.
    convenience init(
        client peer: PeerProcess, at door: Door, on channel: any Channel, limits: Limits, answerer: LineAnswerer
    ) {
        let origin = Origin(door: door, peer: peer)
        let caller = MethodCaller(
            origin: origin, worker: door.isTrusted ? answerer.makeWorker(peer, on: channel) : nil,
            connection: door.isTrusted ? nil : answerer.methods.replies.connect(at: door))
        self.init(
            on: channel.eventLoop, origin: origin, limits: limits, answerer: answerer,
            reader: ClientConnection(caller: caller, answerer: answerer))
    }
}
