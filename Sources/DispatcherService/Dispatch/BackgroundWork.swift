import Synchronization

/// Work that continues after the call that started it: requests, and the requests that follow from them. The work runs
/// as children of one task group, so that stopping the service stops the work.
final class BackgroundWork: Sendable {
    typealias Piece = @Sendable () async -> Void

    private enum Event: Sendable {
        case work(Piece)
        case interrupt
    }

    private let stream: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation
    private let interruption = Atomic(false)
    /// Ends when all work has ended.
    private let (work, workEnd) = AsyncStream.makeStream(of: Void.self)

    init() { (stream, continuation) = AsyncStream.makeStream() }

    /// Starts a piece of work, once ``run(first:)`` runs. Returns false after the service has stopped, when no work
    /// starts.
    @discardableResult
    func start(_ work: @escaping Piece) -> Bool {
        if case .enqueued = continuation.yield(.work(work)) { true } else { false }
    }

    /// Cancels every piece. A piece that is started later is cancelled from its start.
    func interrupt() {
        interruption.store(true, ordering: .releasing)
        continuation.yield(.interrupt)
    }

    /// Cancels every piece, lets no other piece start, and waits until all have ended. The work must run.
    func end() async {
        interrupt()
        continuation.finish()
        for await _ in work {}
    }

    /// Whether every piece is cancelled, including each piece that starts from now on.
    var isInterrupted: Bool { interruption.load(ordering: .acquiring) }

    /// Runs the work until it is cancelled.
    /// - Parameter first: The pieces that start before all other work.
    func run(first: [Piece] = []) async {
        defer { workEnd.finish() }
        await withDiscardingTaskGroup { group in
            for work in first { group.addTask { await work() } }
            for await event in stream {
                switch event {
                case .work(let work): group.addTask { await work() }
                case .interrupt: group.cancelAll()
                }
            }
        }
    }
}
