import DispatcherConfiguration
import DispatcherMessages
import NIOCore
import XCallbackURL

/// One connection: cuts the stream into lines, has them answered, and writes the replies. URL lines run one after the
/// other; JSON-RPC requests run at once and are answered when they are ready. All state belongs to the event loop.
///
/// Closing it after a line does not cancel the line.
///
/// A worker's answers make room for what waits, so they are read however much waits. Only its own requests are held back
/// while its replies go unread.
final class LineConnection: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = Never
    typealias OutboundOut = ByteBuffer

    private enum Item {
        case url([UInt8])
        /// A line that is answered without being run, in its turn.
        case reply(String)
    }

    private let eventLoop: any EventLoop
    private let origin: Origin
    private var limits: Limits
    private let answerer: LineAnswerer
    private let worker: Worker?
    private var framer: LineFramer
    private var queue = CircularBuffer<Item>()
    private var isRunning = false
    private var callsInFlight = 0
    /// Whether a line of a worker is being read: its answers are received in their order.
    private var isReading = false
    /// A request of a worker, which waits until there is room for its reply.
    private var held: RPCRequest?
    private var lineTimer: Scheduled<Void>?
    private var stallTimer: Scheduled<Void>?
    private var inputClosed = false
    private var closing = false
    private var wantsRead = false
    private var isDraining = false
    /// Nil once it is closed.
    private var context: ChannelHandlerContext?

    init(on eventLoop: any EventLoop, origin: Origin, limits: Limits, answerer: LineAnswerer, worker: Worker?) {
        self.eventLoop = eventLoop
        self.origin = origin
        self.limits = limits
        self.answerer = answerer
        self.worker = worker
        framer = LineFramer(limit: limits.line)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        stallTimer?.cancel()
        self.context = nil
        inputClosed = true
        if let worker, !worker.isServing { answerer.close(worker) }
        advance()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        framer.append(unwrapInboundIn(data))
        advance()
    }

    /// The worker at the other end, if it serves routes.
    private var servingWorker: Worker? { worker.flatMap { $0.isServing ? $0 : nil } }

    private var canTake: Bool {
        guard !closing, !isReading, held == nil else { return false }
        if servingWorker != nil { return queue.count < limits.workerQueued }
        return queue.count < limits.queued && canReply
    }

    private var canReply: Bool { callsInFlight < limits.calls && context?.channel.isWritable ?? true }

    /// Lines that were read are taken before more is read: a peer that only sends is held back, and nothing piles up.
    private var canRead: Bool { canTake && !isDraining && !framer.mayHaveLine }

    /// Takes lines while there is room for their replies, runs what can run, and closes when nothing is left to do.
    private func advance() {
        framer.limit = servingWorker == nil ? limits.line : limits.answer
        if canReply, let request = held {
            held = nil
            call { [answerer, origin, worker] in
                await answerer.answer(request, for: MethodCaller(origin: origin, worker: worker))
            }
        }
        var hasProgressed = true
        while hasProgressed {
            hasProgressed = false
            while canTake, let line = framer.next(atEnd: inputClosed) {
                take(line)
                hasProgressed = true
            }
            runNext()
        }
        updateLineTimer()
        let hasEnded = inputClosed && !isReading && held == nil && (framer.isEmpty || isDraining)
        // A worker that has closed its sending side can no longer answer.
        if hasEnded, let servingWorker { answerer.close(servingWorker) }
        if hasEnded, !isRunning, queue.isEmpty, callsInFlight == 0 { close() }
        if let context, wantsRead, canRead {
            wantsRead = false
            context.read()
        }
    }

    private func take(_ line: LineFramer.Line) {
        switch line {
        case .tooLong(let head):
            let error = OutcomeError(.tooLarge, "the line is longer than \(framer.limit) bytes")
            if let servingWorker { return answerer.refuse(lineBeginning: head, of: servingWorker, error) }
            queue.append(.reply(answerer.refusal(error, isJSON: LineFramer.isJSON(head.first))))
        case .text(let bytes):
            if !LineFramer.isJSON(bytes.first) {
                queue.append(.url(bytes))
            } else if let servingWorker {
                read(bytes, of: servingWorker)
            } else {
                call { [answerer, origin, worker] in
                    await answerer.answer(call: bytes, for: MethodCaller(origin: origin, worker: worker))
                }
            }
        }
    }

    private func runNext() {
        while !isRunning, servingWorker == nil || canReply, let item = queue.popFirst() {
            switch item {
            case .reply(let text): write(text)
            case .url(let bytes):
                isRunning = true
                answer(refusal: { [answerer] in answerer.stopping(bytes) }) { [answerer, origin] in
                    await answerer.answer(url: bytes, from: origin)
                } then: { [self] in
                    isRunning = false
                }
            }
        }
    }

    private func call(_ body: @escaping @Sendable () async -> String?) {
        callsInFlight += 1
        answer(refusal: { nil }, body) { [self] in callsInFlight -= 1 }
    }

    /// Reads a line of a worker, off the event loop and before any later one.
    private func read(_ bytes: [UInt8], of worker: Worker) {
        isReading = true
        let promise = eventLoop.makePromise(of: RPCRequest?.self)
        promise.futureResult.assumeIsolated().whenSuccess { [self] request in
            isReading = false
            held = request
            advance()
        }
        let isStarted = answerer.start { [answerer] in promise.succeed(answerer.request(in: bytes, of: worker)) }
        if !isStarted { promise.succeed(nil) }
    }

    /// Runs off the event loop, and comes back to it with the reply.
    private func answer(
        refusal: () -> String?, _ body: @escaping @Sendable () async -> String?,
        then finish: @escaping () -> Void
    ) {
        let promise = eventLoop.makePromise(of: String?.self)
        promise.futureResult.assumeIsolated().whenSuccess { [self] reply in
            finish()
            if let reply { write(reply) }
            advance()
        }
        if !answerer.start({ promise.succeed(await body()) }) { promise.succeed(refusal()) }
    }

    /// The deadline runs only while we read: a line that we have not taken is not late.
    private func updateLineTimer() {
        let isWaiting = framer.hasUnfinishedLine && canTake && !inputClosed
        if !isWaiting || framer.didFinishLine {
            lineTimer?.cancel()
            lineTimer = nil
        }
        if isWaiting { framer.didFinishLine = false }
        guard isWaiting, lineTimer == nil else { return }
        lineTimer = eventLoop.assumeIsolated().scheduleTask(in: limits.lineDeadline) { [self] in
            let error = OutcomeError(.timeout, "the line was not finished in time")
            queue.append(.reply(answerer.refusal(error, isJSON: framer.unfinishedLineIsJSON)))
            framer.clear()
            inputClosed = true
            advance()
        }
    }

    func read(context: ChannelHandlerContext) {
        if canRead { context.read() } else { wantsRead = true }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed as ChannelEvent:
            inputClosed = true
            advance()
        case let settings as Settings.Limits:
            limits = Limits(settings, door: origin.door)
            advance()
        case let drain as Drain:
            guard drain.endsWorkers || servingWorker == nil else { return }
            // Closing while the socket has unread bytes would reset the connection, so those are read and answered first.
            eventLoop.assumeIsolated().scheduleTask(in: limits.lastLook) { [self] in
                isDraining = true
                inputClosed = true
                advance()
            }
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    private func write(_ reply: String) {
        context?.writeAndFlush(wrapOutboundOut(ByteBuffer(string: reply + "\n")), promise: nil)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        stallTimer?.cancel()
        stallTimer = nil
        if context.channel.isWritable {
            advance()
        } else {
            stallTimer = eventLoop.assumeIsolated().scheduleTask(in: limits.stallDeadline) {
                context.close(promise: nil)
            }
        }
        context.fireChannelWritabilityChanged()
    }

    private func close() {
        guard let context, !closing else { return }
        closing = true
        let channel = context.channel
        // When this completes, everything written before it has been sent.
        context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in channel.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
