import DispatcherMessages
import NIOCore

/// Runs the requests of a connection, and writes their replies.
extension LineChannel {
    /// Whether the first URL line that waits may run.
    var canRun: Bool { !isRunning && !isResting && reader.canRun(on: self) }

    /// Runs the URL lines in their order, until a line has to wait or other connections have their turn.
    func runNext() {
        while !turns.isEmpty, canRun, let turn = turns.popFirst() {
            switch consume turn {
            case .reply(let text): write(text)
            case .url(let bytes): run(bytes)
            }
        }
    }

    /// Answers a URL.
    func run(_ url: [UInt8]) {
        isRunning = true
        start(here: isShort(url.count), orElse: answerer.stopping(url).line) { [answerer, origin] in
            await answerer.answer(url: url, from: origin).line
        } then: { channel, reply in
            channel.isRunning = false
            channel.write(reply)
        }
        count(url.count)
    }

    /// Runs a request at once, and writes its reply when it is ready.
    /// - Parameter length: The number of bytes of the request.
    func call(_ length: Int, _ body: @escaping @Sendable () async -> ArraySlice<UInt8>?) {
        callsInFlight += 1
        start(here: isShort(length), orElse: nil, body) { channel, reply in
            channel.callsInFlight -= 1
            if let reply { channel.write(reply) }
        }
        count(length)
    }

    /// Whether a line is short enough to be read on the event loop.
    private func isShort(_ length: Int) -> Bool { length <= limits.shortLine }

    /// Counts a line, and ends this turn after enough lines. The loop serves all connections before it returns to this
    /// connection.
    private func count(_ length: Int) {
        linesInTurn += 1
        bytesInTurn += length
        let bytes = bytesInTurn + replies.readableBytes
        guard linesInTurn >= limits.linesAtOnce || bytes >= limits.bytesAtOnce else { return }
        isResting = true
        eventLoop.assumeIsolated().scheduleTask(in: limits.rest) { [self] in
            isResting = false
            advance()
        }
    }

    /// Runs a body, and continues on the event loop with its result, or with `fallback` if the service has stopped.
    /// - Parameter isHere: Whether the body runs on the event loop up to its first wait.
    func start<Result: Sendable>(
        here isHere: Bool, orElse fallback: @autoclosure () -> Result,
        _ body: @escaping @Sendable () async -> Result, then finish: @escaping (LineChannel, Result) -> Void
    ) {
        let end = NIOLoopBound((channel: self, finish: finish), eventLoop: eventLoop)
        let isStarted = answerer.start(here: isHere) { [eventLoop] in
            let result = await body()
            if eventLoop.inEventLoop { return end.value.finish(end.value.channel, result) }
            eventLoop.execute {
                end.value.finish(end.value.channel, result)
                end.value.channel.advance()
            }
        }
        if !isStarted { finish(self, fallback()) }
    }

    func write(_ reply: ArraySlice<UInt8>) {
        replies.writeBytes(reply)
        replies.writeInteger(UInt8(ascii: "\n"))
        // Only the channel knows how much a peer leaves unread.
        if replies.readableBytes >= limits.bytesAtOnce { flush() }
    }

    func endTurn() {
        flush()
        linesInTurn = 0
        bytesInTurn = 0
    }

    private func flush() {
        guard replies.readableBytes > 0 else { return }
        bytesInTurn += replies.readableBytes
        let sent = replies
        replies = ByteBuffer()
        context?.writeAndFlush(wrapOutboundOut(sent), promise: nil)
    }

    func close() {
        guard let context, !closing else { return }
        closing = true
        flush()
        let channel = context.channel
        // When this write completes, all earlier writes have been sent.
        context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in channel.close(promise: nil) }
    }
}
