import DispatcherMessages
import NIOCore
import UnixSystem
import XCallbackURL

/// The reader of a worker, whose connection has served a route. The JSON lines are read one after the other, because
/// the first answer to a request counts.
///
/// The daemon always reads a worker's answers, because each answer makes room for a waiting request. Only the worker's
/// own requests are held back while its replies stay unread.
final class WorkerLineReader: ClientConnection {
    /// The number of URL lines that wait after the running line before reading pauses. Answers may come after these
    /// lines.
    private static let queued = 1000

    private let worker: Worker
    /// Whether a line is being parsed, off the event loop.
    private var isParsing = false
    /// A request of the worker, which waits until there is room for its reply.
    private var held: (request: RPCRequest, length: Int)?

    init(_ worker: Worker, caller: MethodCaller, answerer: LineAnswerer) {
        self.worker = worker
        super.init(caller: caller, answerer: answerer)
    }

    override var isReading: Bool { isParsing || held != nil }

    override func longestLine(under limits: LineChannel.Limits) -> Int { limits.answer }

    override func canTake(on channel: LineChannel) -> Bool { !isReading && channel.waiting < Self.queued }

    override func canRun(on channel: LineChannel) -> Bool { true }

    override func take(json line: [UInt8], on channel: LineChannel) {
        isParsing = true
        channel.start(here: false, orElse: nil) { [worker] in
            Self.request(in: line, of: worker)
        } then: { [self] _, request in
            isParsing = false
            held = request.map { ($0, line.count) }
        }
    }

    /// Gives the worker its answer. Returns the request if the line is a request.
    private static func request(in line: [UInt8], of worker: Worker) -> RPCRequest? {
        do {
            switch try RPCMessage(line) {
            case .request(let request): return request
            case .response(let id, let result, let error): worker.receive(answer: id, result: result, error: error)
            }
        } catch {
            var reason = "no message"
            if case .failure(let fault) = error.content { reason = fault.message }
            worker.receive(
                malformed: line, reply: error.json,
                OutcomeError(.failed, "the worker's answer cannot be read: \(reason)"))
        }
        return nil
    }

    override func refuse(lineBeginning head: [UInt8], _ error: OutcomeError, on channel: LineChannel) {
        let reply = String(decoding: answerer.refusal(error, isJSON: LineFramer.isJSON(head.first)), as: UTF8.self)
        worker.receive(malformed: head, reply: reply, error)
    }

    override func advance(on channel: LineChannel) {
        guard channel.canReply, let (request, length) = held else { return }
        held = nil
        channel.call(length) { [answerer, caller] in await answerer.methods.answer(request, for: caller)?.line }
    }

    /// A worker serves the accepted requests until no request is left, so it drains only at the end.
    override func receive(_ event: Any, on channel: LineChannel) {
        switch event {
        case let drain as LineChannel.Drain where drain.endsWorkers: channel.drain()
        // Another thread may still read an answer, and a worker that replaces this one need not wait for that.
        case ChannelEvent.inputClosed as ChannelEvent: worker.noteClosedInput()
        default: break
        }
    }

    /// A worker that has closed its sending side can no longer answer.
    override func inputEnded() {
        if !worker.isGone { answerer.close(worker) }
    }

    /// The answers that have arrived are read before the input ends.
    override func channelClosed() {
        caller.end.happen()
        worker.noteClosedInput()
    }
}
