import DispatcherMessages
import XCallbackURL

/// The connection of a worker, which has served a route. Its JSON lines are read one after the other, because the first
/// answer to a request counts.
///
/// Its answers make room for what waits, so they are read however much waits. Only its own requests are held back while
/// its replies go unread.
final class WorkerLineReader: LineReader {
    /// URL lines that wait after the one that runs, before reading pauses. Answers may come after them.
    private static let queued = 1000

    private let worker: Worker
    private let caller: MethodCaller
    private let answerer: LineAnswerer
    /// Whether a line is being parsed, off the event loop.
    private var isParsing = false
    /// A request, which waits until there is room for its reply.
    private var held: RPCRequest?

    init(_ worker: Worker, caller: MethodCaller, answerer: LineAnswerer) {
        self.worker = worker
        self.caller = caller
        self.answerer = answerer
    }

    var isReading: Bool { isParsing || held != nil }

    func longestLine(under limits: LineChannel.Limits) -> Int { limits.answer }

    func canTake(on channel: LineChannel) -> Bool { !isReading && channel.waiting < Self.queued }

    func canRun(on channel: LineChannel) -> Bool { true }

    func take(json line: [UInt8], on channel: LineChannel) {
        isParsing = true
        channel.start(orElse: nil) { [worker] in
            Self.request(in: line, of: worker)
        } then: { [self] request in
            isParsing = false
            held = request
        }
    }

    /// Receives the worker's answer; returns its request.
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

    func refuse(lineBeginning head: [UInt8], _ error: OutcomeError, on channel: LineChannel) {
        let reply = String(decoding: answerer.refusal(error, isJSON: LineFramer.isJSON(head.first)), as: UTF8.self)
        worker.receive(malformed: head, reply: reply, error)
    }

    func advance(on channel: LineChannel) {
        guard channel.canReply, let request = held else { return }
        held = nil
        channel.call { [answerer, caller] in await answerer.decide(request, for: caller).reply }
    }

    /// A worker serves the accepted requests until none is left.
    func receive(_ event: Any, on channel: LineChannel) {
        if let drain = event as? LineChannel.Drain, drain.endsWorkers { channel.drain() }
    }

    /// A worker that has closed its sending side can no longer answer.
    func inputEnded() {
        if !worker.isGone { answerer.close(worker) }
    }

    /// The answers that have come in are read first: then the input has ended.
    func channelClosed() {}
}
