import DispatcherMessages
import NIOCore
import XCallbackURL

/// One connection: cuts the stream into lines, has them answered, and writes the replies. URL lines run one after the
/// other; JSON-RPC requests run at once and are answered when they are ready. All state belongs to the event loop.
final class LineConnection: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = Never
    typealias OutboundOut = ByteBuffer

    /// Fired into the pipeline to make the connection finish what it has begun and close.
    struct Drain: Sendable {}

    struct Limits: Sendable {
        var line: Int
        /// URL lines that wait behind the one that runs, before reading pauses.
        var queued = 64
        /// JSON-RPC requests under way before reading pauses: more than the daemon lets in, so that it answers first.
        var calls = 2000
        /// How long a line that was begun may take to end.
        var lineDeadline = TimeAmount.seconds(5)
        /// How long we read on when the service stops.
        var lastLook = TimeAmount.milliseconds(50)
        /// How long a peer may leave its replies unread.
        var stallDeadline = TimeAmount.seconds(60)
    }

    private enum Item {
        case url([UInt8])
        /// A line that is answered without being run, in its turn.
        case reply(String)
    }

    private let door: Door
    private let limits: Limits
    private let answerer: LineAnswerer
    private var framer: LineFramer
    private var queue = CircularBuffer<Item>()
    private var isRunning = false
    private var callsInFlight = 0
    private var lineTimer: Scheduled<Void>?
    private var stallTimer: Scheduled<Void>?
    private var inputClosed = false
    private var closing = false
    private var wantsRead = false
    private var isDraining = false
    private var context: ChannelHandlerContext?

    init(door: Door, limits: Limits, answerer: LineAnswerer) {
        self.door = door
        self.limits = limits
        self.answerer = answerer
        framer = LineFramer(limit: limits.line)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        lineTimer?.cancel()
        stallTimer?.cancel()
        self.context = nil
    }

    // MARK: - Reading

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        framer.append(unwrapInboundIn(data))
        advance(context)
    }

    private var canTake: Bool {
        queue.count < limits.queued && callsInFlight < limits.calls && !closing
            && (context?.channel.isWritable ?? false)
    }

    /// What was read is taken before more is read: a peer that only sends is held back, and not stored.
    private var canRead: Bool { canTake && !isDraining && !framer.mayHaveLine }

    /// Takes lines while there is room for their replies, runs what can run, and closes when nothing is left to do.
    private func advance(_ context: ChannelHandlerContext) {
        var hasProgressed = true
        while hasProgressed {
            hasProgressed = false
            while canTake, let line = framer.next(atEnd: inputClosed) {
                take(line)
                hasProgressed = true
            }
            runNext(context)
        }
        updateLineTimer(context)
        if inputClosed, !isRunning, queue.isEmpty, callsInFlight == 0, framer.isEmpty || isDraining { close(context) }
        if wantsRead, canRead {
            wantsRead = false
            context.read()
        }
    }

    private func take(_ line: LineFramer.Line) {
        switch line {
        case .tooLong(let isJSON):
            let error = OutcomeError(.tooLarge, "the line is longer than \(limits.line) bytes")
            queue.append(.reply(answerer.refusal(error, isJSON: isJSON)))
        case .text(let bytes):
            if bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "[") {
                call(bytes)
            } else {
                queue.append(.url(bytes))
            }
        }
    }

    private func runNext(_ context: ChannelHandlerContext) {
        while !isRunning, let item = queue.popFirst() {
            switch item {
            case .reply(let text): write(text, context)
            case .url(let bytes):
                isRunning = true
                answer(context, refusal: { [answerer] in answerer.stopping(bytes) }) { [answerer, door] in
                    await answerer.answer(url: bytes, door: door)
                } then: { [self] in
                    isRunning = false
                }
            }
        }
    }

    private func call(_ bytes: [UInt8]) {
        guard let context else { return }
        callsInFlight += 1
        answer(context, refusal: { nil }) { [answerer, door] in
            await answerer.answer(call: bytes, door: door)
        } then: { [self] in
            callsInFlight -= 1
        }
    }

    /// Runs off the event loop, and comes back to it with the reply.
    private func answer(
        _ context: ChannelHandlerContext, refusal: () -> String?, _ body: @escaping @Sendable () async -> String?,
        then finish: @escaping () -> Void
    ) {
        let promise = context.eventLoop.makePromise(of: String?.self)
        promise.futureResult.assumeIsolated().whenSuccess { [self] reply in
            finish()
            guard let context = self.context else { return }
            if let reply { write(reply, context) }
            advance(context)
        }
        if !answerer.work.start({ promise.succeed(await body()) }) { promise.succeed(refusal()) }
    }

    /// The deadline runs only while we read: a line that we have not taken is not late.
    private func updateLineTimer(_ context: ChannelHandlerContext) {
        guard framer.hasUnfinishedLine, canTake, !inputClosed else {
            lineTimer?.cancel()
            lineTimer = nil
            return
        }
        if framer.didFinishLine {
            lineTimer?.cancel()
            lineTimer = nil
            framer.didFinishLine = false
        }
        guard lineTimer == nil else { return }
        lineTimer = context.eventLoop.assumeIsolated().scheduleTask(in: limits.lineDeadline) { [self] in
            let error = OutcomeError(.timeout, "the line was not finished in time")
            queue.append(.reply(answerer.refusal(error, isJSON: framer.unfinishedLineIsJSON)))
            framer.clear()
            inputClosed = true
            advance(context)
        }
    }

    func read(context: ChannelHandlerContext) {
        if canRead { context.read() } else { wantsRead = true }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed as ChannelEvent:
            inputClosed = true
            advance(context)
        case is Drain:
            // Closing while something unread lies in the socket would reset the connection: what was sent before is
            // read and answered first.
            context.eventLoop.assumeIsolated().scheduleTask(in: limits.lastLook) { [self] in
                isDraining = true
                inputClosed = true
                if let context = self.context { advance(context) }
            }
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    // MARK: - Writing

    private func write(_ reply: String, _ context: ChannelHandlerContext) {
        var buffer = context.channel.allocator.buffer(capacity: reply.utf8.count + 1)
        buffer.writeString(reply)
        buffer.writeInteger(UInt8(ascii: "\n"))
        context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        stallTimer?.cancel()
        stallTimer = nil
        if context.channel.isWritable {
            advance(context)
        } else {
            stallTimer = context.eventLoop.assumeIsolated().scheduleTask(in: limits.stallDeadline) {
                context.close(promise: nil)
            }
        }
        context.fireChannelWritabilityChanged()
    }

    private func close(_ context: ChannelHandlerContext) {
        guard !closing else { return }
        closing = true
        let channel = context.channel
        // Everything that was written before this is on the wire when it completes.
        context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in channel.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
