/// The work of the service: the lines of its connections, and what continues after the call that started it. Each piece
/// of work is a task. The end of the service cancels all pieces, and waits for them.
package final class BackgroundWork: Sendable {
    package typealias Body = @Sendable () async -> Void

    /// A piece of work, by its number.
    package struct Piece: Sendable {
        fileprivate let number: Int
        /// Whether the piece is cancelled from its start.
        fileprivate let isCancelled: Bool

        /// The piece that the current task belongs to.
        @TaskLocal package static var current: Piece?
    }

    private enum State {
        /// The task of the piece is being started.
        case starts
        case runs(Task<Void, Never>)
        /// The piece was cancelled before its task was known.
        case cancelled
    }

    private enum Phase {
        case open
        /// Every piece is cancelled, also each piece that starts from now on.
        case interrupted
        /// No new piece starts, except a piece that another piece waits for.
        case closed
    }

    private struct Contents {
        var phase = Phase.open
        /// The pieces that have not ended.
        var pieces: [Int: State] = [:]
        private var last = 0

        mutating func add() -> Piece {
            last += 1
            pieces[last] = .starts
            return Piece(number: last, isCancelled: phase != .open)
        }
    }

    package init() {}

    private let pool = TaskPool.executor
    private let contents = Lock(Contents())
    private let beginning = Event()
    private let end = Event()

    /// Starts a piece of work, which begins on another thread once ``begin(with:)`` was called. Returns false after the
    /// service has stopped, when no work starts.
    @discardableResult
    package func start(_ body: @escaping Body) -> Bool {
        add { [beginning] in
            await beginning.wait()
            await body()
        }
    }

    /// Starts a piece of work, which runs on this thread up to its first wait. Before it needs what the beginning
    /// makes ready, it calls ``waitForBeginning()``. Returns false after the service has stopped, when no work starts.
    package func startHere(_ body: @escaping Body) -> Bool { add(isHere: true, body) }

    /// Runs work as a piece of its own, on this thread up to its first wait, and returns its value. A cancel of the
    /// caller cancels the piece.
    package func run<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) async -> Value {
        let piece = contents.withLock { $0.add() }
        let value = Answer<Value>()
        start(piece, isHere: true) { value.give(await body()) }
        return await value.value { cancel(piece) }
    }

    private func add(isHere: Bool = false, _ body: @escaping Body) -> Bool {
        let piece = contents.withLock { $0.phase == .closed ? nil : $0.add() }
        if let piece { start(piece, isHere: isHere, body) }
        return piece != nil
    }

    private func start(_ piece: Piece, isHere: Bool, _ body: @escaping Body) {
        let work: Body = {
            if piece.isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
            await Piece.$current.withValue(piece) { await body() }
            self.end(piece)
        }
        let task =
            isHere
            ? Task.immediate(executorPreference: pool, operation: work)
            : Task(executorPreference: pool, operation: work)
        contents.withLock { contents, after in
            // A piece that has waited for nothing has ended.
            guard let state = contents.pieces[piece.number] else { return }
            contents.pieces[piece.number] = .runs(task)
            if case .starts = state, contents.phase == .open { return }
            after { task.cancel() }
        }
    }

    /// Cancels a piece, unless it has ended.
    package func cancel(_ piece: Piece) {
        contents.withLock { contents, after in
            switch contents.pieces[piece.number] {
            case .starts: contents.pieces[piece.number] = .cancelled
            case .runs(let task): after { task.cancel() }
            case .cancelled, nil: break
            }
        }
    }

    private func end(_ piece: Piece) {
        let (state, isLast) = contents.withLock { contents in
            let state = contents.pieces.removeValue(forKey: piece.number)
            return (state, contents.phase == .closed && contents.pieces.isEmpty)
        }
        // The task is released after the lock.
        withExtendedLifetime(state) {}
        if isLast { end.happen() }
    }

    /// Lets the work begin.
    /// - Parameter first: The pieces that start before all other work.
    package func begin(with first: [Body] = []) {
        for body in first { _ = add(body) }
        beginning.happen()
    }

    /// Waits until the work begins.
    package func waitForBeginning() async { await beginning.wait() }

    /// Cancels every piece. A piece that is started later is cancelled from its start.
    package func interrupt() { stop(.interrupted) }

    /// Cancels every piece, lets no other piece start, and waits until all have ended.
    package func end() async {
        stop(.closed)
        await end.wait()
    }

    private func stop(_ phase: Phase) {
        let isEmpty = contents.withLock { contents, after in
            if contents.phase != .closed { contents.phase = phase }
            for case .runs(let task) in contents.pieces.values { after { task.cancel() } }
            return contents.pieces.isEmpty
        }
        if phase == .closed, isEmpty { end.happen() }
    }

    /// Whether every piece is cancelled, including each piece that starts from now on.
    package var isInterrupted: Bool { contents.withLock { $0.phase != .open } }
}
