import DispatcherMessages
import NIOCore
import RequestRecord
import UnixSystem
import XCallbackURL

/// A client's connection: JSON-RPC requests run at once and are answered when they are ready. While too many lines wait
/// or the replies stay unread, the connection reads nothing.
///
/// After the method `serve`, a ``WorkerLineReader`` replaces this reader on the channel.
final class ClientConnection: LineReader {
    /// The number of URL lines that wait after the running line before reading pauses.
    private static let queued = 64

    private let caller: MethodCaller
    private let answerer: LineAnswerer

    init(caller: MethodCaller, answerer: LineAnswerer) {
        self.caller = caller
        self.answerer = answerer
    }

    var isReading: Bool { false }

    func longestLine(under limits: LineChannel.Limits) -> Int { limits.line }

    func canTake(on channel: LineChannel) -> Bool { channel.waiting < Self.queued && channel.canReply }

    func canRun(on channel: LineChannel) -> Bool { channel.canReply }

    func take(json line: [UInt8], on channel: LineChannel) {
        channel.call(line.count) { [answerer, caller] in await answerer.answer(call: line, for: caller) }
    }

    func refuse(lineBeginning head: [UInt8], _ error: OutcomeError, on channel: LineChannel) {
        channel.refuse(error, isJSON: LineFramer.isJSON(head.first))
    }

    func advance(on channel: LineChannel) {}

    func receive(_ event: Any, on channel: LineChannel) {
        switch event {
        case is LineChannel.Drain: channel.drain()
        case let event as Worker.StartedServing:
            channel.reader = WorkerLineReader(event.worker, caller: caller, answerer: answerer)
        default: break
        }
    }

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
