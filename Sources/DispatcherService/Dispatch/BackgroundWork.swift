/// Work that outlives the call that started it: requests, and the requests that follow from them. It runs as children of
/// one task group, so that stopping the service stops it.
final class BackgroundWork: Sendable {
    private enum Event: Sendable {
        case work(@Sendable () async -> Void)
        case interrupt
    }

    private let stream: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    /// Starts a piece of work. False once the service has stopped, when nothing starts any more.
    @discardableResult
    func start(_ work: @escaping @Sendable () async -> Void) -> Bool {
        if case .enqueued = continuation.yield(.work(work)) { true } else { false }
    }

    /// Carries out a piece of work that is cancelled only with the service, not with the caller.
    func finish<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
        let value: Value? = await withCheckedContinuation { done in
            if !start({ done.resume(returning: await work()) }) { done.resume(returning: nil) }
        }
        // Once the service has stopped, the caller is all that runs.
        if let value { return value }
        return await work()
    }

    /// Cancels every piece. A piece that is started later is cancelled from its start.
    func interrupt() { continuation.yield(.interrupt) }

    /// Runs the work until it is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            for await event in stream {
                switch event {
                case .work(let work): group.addTask { await work() }
                case .interrupt: group.cancelAll()
                }
            }
        }
    }
}
