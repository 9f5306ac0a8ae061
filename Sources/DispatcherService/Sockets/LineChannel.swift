import DispatcherConfiguration
import DispatcherMessages
import NIOCore
import RequestRecord
import XCallbackURL

/// The lines of one connection: cuts the stream into lines, runs the URL lines one after the other, gives the JSON
/// lines to its reader, and writes the replies. All state belongs to the event loop.
///
/// A request that waits for nothing is answered on the event loop, and the replies of one read are sent in one write.
/// After a number of lines or bytes, the loop serves the other connections first.
///
/// If the connection is closed after a line, the line is not cancelled.
final class LineChannel: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = Never
    typealias OutboundOut = ByteBuffer

    enum Turn {
        case url([UInt8])
        /// A line that is answered in its turn, without being run.
        case reply(ArraySlice<UInt8>)
    }

    private(set) var limits: Limits
    var reader: ClientConnection
    let eventLoop: any EventLoop
    let origin: Origin
    let answerer: LineAnswerer
    private var framer: LineFramer
    var turns = CircularBuffer<Turn>()
    var isRunning = false
    var callsInFlight = 0
    /// The replies of this turn of the event loop, which are sent in one write.
    var replies = ByteBuffer()
    /// The lines of this turn, and the bytes of lines and replies: the work of a turn is limited so that other connections
    /// have their turn.
    var linesInTurn = 0
    var bytesInTurn = 0
    /// Whether the remaining lines wait for another turn.
    var isResting = false
    /// Whether more input may come in this turn.
    private var isInRead = false
    private var lineTimer: Scheduled<Void>?
    private var stallTimer: Scheduled<Void>?
    private var idleTimer: Scheduled<Void>?
    /// Whether something has happened since the idle timer started.
    private var wasActive = false
    private var inputClosed = false
    var closing = false
    private var wantsRead = false
    /// Whether the peer leaves only few replies unread.
    private var isWritable = true
    private var isDraining = false
    /// Whether all further input is ignored.
    private var isDiscarding = false
    /// Nil after the connection is closed.
    private(set) var context: ChannelHandlerContext?

    init(
        on eventLoop: any EventLoop, origin: Origin, limits: Limits, answerer: LineAnswerer, reader: ClientConnection
    ) {
        self.eventLoop = eventLoop
        self.origin = origin
        self.limits = limits
        self.answerer = answerer
        self.reader = reader
        framer = LineFramer(limit: limits.line)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        startIdleTimer()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        stallTimer?.cancel()
        idleTimer?.cancel()
        self.context = nil
        isWritable = true
        inputClosed = true
        reader.channelClosed()
        advance()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isInRead = true
        if !isDiscarding { framer.append(unwrapInboundIn(data)) }
        advance()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isInRead = false
        endTurn()
        // Otherwise SwiftNIO would ask through the whole pipeline.
        if canRead { context.read() }
        context.fireChannelReadComplete()
    }

    /// The number of URL lines that wait after the running line.
    var waiting: Int { turns.count }

    /// Whether there is room for a reply.
    var canReply: Bool { callsInFlight < limits.calls && isWritable }

    private var canTake: Bool { !closing && !isDiscarding && !isResting && reader.canTake(on: self) }

    /// Lines that were read are taken before more is read: a peer that only sends is slowed down, and no lines pile up.
    private var canRead: Bool { (canTake || isDiscarding) && !isDraining && !framer.mayHaveLine }

    /// Takes lines while there is room for their replies, runs the lines that can run, and closes when all work is
    /// done.
    func advance() {
        wasActive = true
        framer.limit = reader.longestLine(under: limits)
        reader.advance(on: self)
        var mayTakeMore = true
        while mayTakeMore {
            mayTakeMore = takeLines()
            runNext()
        }
        updateLineTimer()
        let hasEnded = inputClosed && !reader.isReading && !isResting && (framer.isEmpty || isDraining)
        if hasEnded { reader.inputEnded() }
        if hasEnded, !isRunning, turns.isEmpty, callsInFlight == 0 { close() }
        if let context, wantsRead, canRead {
            wantsRead = false
            context.read()
        }
        if !isInRead { endTurn() }
    }

    /// Takes lines while there is room for their replies. Returns true if it took lines: it may take more once they
    /// have run.
    private func takeLines() -> Bool {
        var hasTaken = false
        while canTake {
            guard let line = framer.next(atEnd: inputClosed) else { return false }
            take(line)
            hasTaken = true
        }
        return hasTaken
    }

    private func take(_ line: consuming LineFramer.Line) {
        guard !line.isHTTP else {
            // After these lines, a web page can make a browser send the page's own lines to a port that is forwarded
            // here.
            refuse(OutcomeError(.input, "this is not an HTTP server; a line is a URL or JSON-RPC"), isJSON: false)
            isDiscarding = true
            framer.clear()
            return drain()
        }
        switch consume line {
        case .tooLong(let head):
            let error = OutcomeError(.tooLarge, "the line is longer than \(framer.limit) bytes")
            reader.refuse(lineBeginning: head, error, on: self)
        case .text(let bytes):
            if LineFramer.isJSON(bytes.first) {
                reader.take(json: bytes, on: self)
            } else if turns.isEmpty, canRun {
                run(bytes)
            } else {
                turns.append(.url(bytes))
            }
        }
    }

    /// Answers a line with an error, in its turn.
    func refuse(_ error: OutcomeError, isJSON: Bool) {
        turns.append(.reply(answerer.refusal(error, isJSON: isJSON)))
    }

    /// Closes a connection that only holds its place: no line arrives, runs or waits on it.
    private func startIdleTimer() {
        guard let period = limits.idlePeriod else { return }
        wasActive = false
        idleTimer = eventLoop.assumeIsolated().scheduleTask(in: period) { [self] in
            if wasActive || isRunning || callsInFlight > 0 { startIdleTimer() } else { close() }
        }
    }

    /// The deadline runs only while the channel reads: a line that the channel has not read yet is not late.
    private func updateLineTimer() {
        let isWaiting = framer.hasUnfinishedLine && canTake && !inputClosed
        if !isWaiting || framer.didFinishLine {
            lineTimer?.cancel()
            lineTimer = nil
        }
        if isWaiting { framer.didFinishLine = false }
        guard isWaiting, lineTimer == nil else { return }
        lineTimer = eventLoop.assumeIsolated().scheduleTask(in: limits.lineDeadline) { [self] in
            refuse(
                OutcomeError(.timeout, "the line was not finished in time"), isJSON: framer.unfinishedLineIsJSON)
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
            reader.receive(event, on: self)
        case let settings as Settings.Limits: limits = Limits(settings, door: origin.door)
        default: reader.receive(event, on: self)
        }
        advance()
        context.fireUserInboundEventTriggered(event)
    }

    /// Finishes the requests that have begun, and closes the connection.
    func drain() {
        // Closing the socket with unread bytes would reset the connection, so the bytes are read and answered first.
        eventLoop.assumeIsolated().scheduleTask(in: limits.lastLook) { [self] in
            isDraining = true
            inputClosed = true
            advance()
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        stallTimer?.cancel()
        stallTimer = nil
        isWritable = context.channel.isWritable
        if isWritable {
            // A long reply may be sent at once, in the midst of the lines.
            eventLoop.assumeIsolated().execute { [self] in advance() }
        } else {
            stallTimer = eventLoop.assumeIsolated().scheduleTask(in: limits.stallDeadline) {
                context.close(promise: nil)
            }
        }
        context.fireChannelWritabilityChanged()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

extension LineChannel {
    struct Limits: Sendable {
        var line: Int
        /// The longest line of a worker, whose answers contain output.
        var answer: Int
        /// The number of unanswered JSON-RPC requests of a connection at which reading pauses. With the default limits
        /// the daemon accepts fewer requests, and refuses the others before reading pauses.
        var calls = 2000
        /// The time in which a line that has begun must end.
        var lineDeadline = TimeAmount.seconds(5)
        /// The longest URL that the event loop reads itself. A longer URL is read on another thread.
        var shortLine = 16 << 10
        /// The lines that the event loop answers before it serves other connections.
        var linesAtOnce = 64
        /// The bytes of lines and replies that the event loop handles before it serves other connections.
        var bytesAtOnce = 32 << 10
        /// The time that a connection waits meanwhile. A task that is due at once would run before the loop checks its
        /// sockets.
        var rest = TimeAmount.microseconds(50)
        /// The time for which a connection still reads when the service stops.
        var lastLook = TimeAmount.milliseconds(50)
        /// The time for which a peer may leave its replies unread.
        var stallDeadline = TimeAmount.seconds(60)
        /// The time after which an inactive connection is closed; nil for no limit. The connection may last twice as
        /// long.
        var idlePeriod: TimeAmount?

        /// The limits of a connection on a socket, under these settings.
        init(_ limits: Settings.Limits, door: Door) {
            // The control socket has workers, and scripts that wait for their next line; an agent stays for hours.
            if door == .desktop { idlePeriod = .seconds(60) }
            line = door.isTrusted ? limits.line : min(limits.line, Door.untrustedLine)
            // An answer is the output and the message around it.
            answer = max(line, limits.output + 4096)
        }
    }

    /// The event that makes a connection finish its requests and close. The registry fires the event into the pipeline.
    struct Drain: Sendable {
        /// Whether workers close too. Workers serve the accepted requests until no request is left.
        var endsWorkers = false
    }
}
