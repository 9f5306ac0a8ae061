import DispatcherMessages
import NIOCore

/// Runs the requests of a connection.
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

    /// Answers a URL on the event loop if it waits for nothing and is short, so that no line delays the loop.
    func run(_ url: [UInt8]) {
        guard url.count <= limits.shortLine else {
            return runLater(url) { [answerer, origin] in await answerer.answer(url: url, from: origin) }
        }
        switch answerer.decide(url: url, from: origin) {
        case .ended(let reply, _), .refused(let reply):
            turn.print(reply)
            turn.count(lineOf: url.count)
            rest()
        case .waits(let request): runLater(url) { [answerer] in await answerer.finish(request) }
        }
    }

    private func runLater(_ url: [UInt8], _ body: @escaping @Sendable () async -> ArraySlice<UInt8>) {
        isRunning = true
        start(orElse: answerer.stopping(url), body) { [self] reply in
            isRunning = false
            write(reply)
        }
    }

    /// Ends this turn after enough lines. The loop serves all connections before it returns to this connection.
    private func rest() {
        guard turn.isOver(under: limits) else { return }
        isResting = true
        eventLoop.assumeIsolated().scheduleTask(in: limits.rest) { [self] in
            isResting = false
            advance()
        }
    }

    /// Writes the reply to a JSON line, when it is ready.
    func answer(_ line: [UInt8], _ decision: Eventual<ArraySlice<UInt8>?>) {
        switch decision {
        case .ended(let reply):
            if let reply { write(reply) }
            turn.count(lineOf: line.count)
            rest()
        case .waits(let rest): call(rest)
        }
    }

    /// Runs a request at once, and writes its reply when it is ready.
    func call(_ body: @escaping @Sendable () async -> ArraySlice<UInt8>?) {
        callsInFlight += 1
        start(orElse: nil, body) { [self] reply in
            callsInFlight -= 1
            if let reply { write(reply) }
        }
    }

    /// Runs a body outside the event loop, and returns to the loop with its result, or with `fallback` if the service
    /// has stopped.
    func start<Result: Sendable>(
        orElse fallback: @autoclosure () -> Result, _ body: @escaping @Sendable () async -> Result,
        then finish: @escaping (Result) -> Void
    ) {
        let promise = eventLoop.makePromise(of: Result.self)
        promise.futureResult.assumeIsolated().whenSuccess { [self] result in
            finish(result)
            advance()
        }
        if !answerer.start({ promise.succeed(await body()) }) { promise.succeed(fallback()) }
    }
}
