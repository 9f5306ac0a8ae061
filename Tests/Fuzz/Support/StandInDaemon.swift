import DispatcherMessages
import DispatcherRequests
import NIOCore
import NIOEmbedded
import RequestRecord
import Synchronization
import UnixSystem
import XCallbackURL

@testable import DispatcherService

/// The parts of the daemon that count requests, with stand-ins for handlers, apps, workers and clients. A request takes the
/// same calls as in `Dispatcher` and `Admission`; the journal is left out.
final class StandInDaemon: Sendable {
    private let executor = SteppingExecutor()
    private let loop = EmbeddedEventLoop()
    private let ledger: RequestLedger
    private let memory: ReplyMemory
    /// The connections of the desktop socket.
    private let desktop: [ReplyMemory.Connection]
    private let calls: AppCalls
    private let worker = OutstandingRequests()
    private let state = Mutex(State())
    private let clock: StandInClock

    private enum Kind: CaseIterable {
        case handler, worker, call
    }

    /// What happened to a request.
    private struct Life {
        var isAccepted = false
        var outcomes = 0
        var claims = 0
        var isOver = false
        var task: Task<Void, Never>?
    }

    private struct State {
        var lives: [Life] = []
        /// The handlers that run, by request.
        var handlers: [Int: CheckedContinuation<Void, Never>] = [:]
        var running = 0
        var mostRunning = 0
        /// The answers that apps may give, by the number of the call.
        var tokens: [Int: [CallbackKind: String]] = [:]
        /// How many of the other tasks began and ended: clients, apps, and those that wait until all is over.
        var begun = 0
        var ended = 0
        var takenAnswers: [Int: Int] = [:]
        /// The calls that ended with an answer.
        var answeredCalls: Set<Int> = []
        var isDraining = false
    }

    init(limits: RequestLimits) {
        let clock = StandInClock()
        self.clock = clock
        ledger = RequestLedger(limits: limits)
        memory = ReplyMemory(clock: { clock.now }, recordedUntil: { .zero })
        desktop = (0..<2).map { [memory] _ in memory.connect() }
        calls = AppCalls(ledger: ledger, clock: { clock.now })
    }

    static func limits(_ input: inout FuzzInput) -> RequestLimits {
        // Those of a file may be as high as numbers go.
        let number = { (input: inout FuzzInput) in [0, 1, 2, 3, 5, 8, 64, 1_000_000][input.below(8)] }
        return RequestLimits(
            running: max(1, number(&input)), waiting: number(&input), concurrency: ["f.0": max(1, number(&input))])
    }

    /// Lets something happen.
    func event(_ input: inout FuzzInput) throws {
        switch input.below(16) {
        case 0, 1: submit(&input)
        case 2...6: _ = executor.step(input.below(256))
        case 7: state.withLock { Self.remove(input.below(16), from: &$0.handlers) }?.resume()
        case 8: state.withLock { $0.lives.isEmpty ? nil : $0.lives[input.below($0.lives.count)].task }?.cancel()
        case 9:
            let limits = Self.limits(&input)
            ledger.wake { $0.places.setLimits(limits) }
        case 10: endElsewhere(input.below(16))
        case 11: answerAsWorker(input.below(16), input.below(4))
        case 12:
            answerAsApp(
                input.below(16), input.pick(CallbackKind.allCases), isKnown: input.below(4) > 0,
                isMalformed: input.below(8) == 0)
        case 13:
            let door: Door = input.flip() ? .desktop : .control
            let id = RequestID(recorded: "r\(input.below(16))")
            let reply = OutcomeReply(id: id.description, url: "", outcome: .cancel)
            memory.end(clientID(&input, at: door), id, reply, .turnedAway)
        case 14: pass(input.below(64))
        default: try rareEvent(&input)
        }
        try check()
    }

    /// Lets milliseconds pass for workers, and ten seconds for each of them where more than minutes count.
    private func pass(_ milliseconds: Int) {
        loop.advanceTime(by: .milliseconds(Int64(milliseconds)))
        clock.pass(.seconds(10 * milliseconds))
    }

    private func rareEvent(_ input: inout FuzzInput) throws {
        switch input.below(5) {
        case 0:
            ledger.with { $0.places.isDraining = true }
            state.withLock { $0.isDraining = true }
        case 1: calls.interrupt()
        case 2: leave()
        case 3: other { [ledger] in await ledger.waitUntilIdle() }
        default: _ = worker.id(namedIn: "\"r\(input.below(16))\"")
        }
    }

    private func submit(_ input: inout FuzzInput) {
        let number = state.withLock { $0.lives.count }
        guard number < 16 else { return }
        let id = RequestID(recorded: "r\(number)")
        let kind = input.pick(Kind.allCases)
        let route = "f.\(input.below(3))"
        let (isNamed, reports) = (input.flip(), input.flip())
        let door: Door = input.flip() ? .desktop : .control
        let client = clientID(&input, at: door)
        if isNamed {
            switch memory.admit(client, url: "u:\(input.below(2))", request: id) {
            case .new: break
            case .repeated(let first): return other { _ = await first.reply(to: "u:") }
            case .conflict: return
            }
        }
        state.withLock { $0.lives.append(Life()) }
        let task = executor.start { [self] in
            await live(number, id, kind, route, at: door, reports: reports)
            guard isNamed else { return }
            memory.end(client, id, OutcomeReply(id: id.description, url: "", outcome: .success), .accepted)
        }
        state.withLock { $0.lives[number].task = task }
    }

    private func clientID(_ input: inout FuzzInput, at door: Door) -> ReplyMemory.ClientID {
        ReplyMemory.ClientID("c\(input.below(3))", door == .desktop ? input.pick(desktop) : nil)
    }

    private func live(
        _ number: Int, _ id: RequestID, _ kind: Kind, _ route: String, at door: Door, reports: Bool
    ) async {
        defer { state.withLock { $0.lives[number].isOver = true } }
        do throws(OutcomeError) {
            try ledger.with { shared throws(OutcomeError) in try shared.places.accept(id, at: door) }
        } catch {
            return
        }
        state.withLock { $0.lives[number].isAccepted = true }
        defer { ledger.forget(id) }
        do {
            switch kind {
            case .handler: try await withTurn(id, route, at: door) { await handle(number) }
            case .worker: try await withTurn(id, route, at: door) { _ = try await ask(id) }
            case .call: try await call(number, id)
            }
        } catch {
            // A failure is an outcome too.
        }
        ledger.wake { $0.calls.endReply(to: id) }
        end(number, id, reports: reports)
    }

    private func withTurn(_ id: RequestID, _ route: String, at door: Door, _ body: () async throws -> Void) async throws
    {
        try await ledger.startRunning(id, route: route, at: door)
        state.withLock { state in
            state.running += 1
            state.mostRunning = max(state.mostRunning, state.running)
        }
        defer {
            state.withLock { $0.running -= 1 }
            ledger.finishRunning(route: route, at: door)
        }
        try await body()
    }

    private func handle(_ number: Int) async {
        await withCheckedContinuation { handler in state.withLock { $0.handlers[number] = handler } }
    }

    private func end(_ number: Int, _ id: RequestID, reports: Bool) {
        guard ledger.with({ $0.places.end(id) }) else { return }
        state.withLock { $0.lives[number].outcomes += 1 }
        guard reports, ledger.with({ $0.places.claim(id) }) else { return }
        state.withLock { $0.lives[number].claims += 1 }
    }

    /// Another end of the same request: only one of them counts.
    private func endElsewhere(_ number: Int) {
        guard state.withLock({ number < $0.lives.count }) else { return }
        let id = RequestID(recorded: "r\(number)")
        end(number, id, reports: true)
        guard ledger.with({ $0.places.claim(id) }) else { return }
        state.withLock { $0.lives[number].claims += 1 }
    }

    private func ask(_ id: RequestID) async throws -> Outcome? {
        let answer = OutstandingRequests.WorkerAnswer()
        _ = worker.add(id.description, answer)
        let timer = loop.scheduleTask(in: .milliseconds(100)) { self.withdraw(id) }
        defer { timer.cancel() }
        return try await answer.value { withdraw(id) }.get()
    }

    private func withdraw(_ id: RequestID) { worker.expire(id.description)?.give(.failure(OutcomeError.interrupted)) }

    private func answerAsWorker(_ number: Int, _ times: Int) {
        for _ in 0..<times {
            if let answer = worker.remove("r\(number)") {
                answer.give(.success(.success))
            } else {
                _ = worker.isOverdue("r\(number)")
            }
        }
    }

    private func leave() { for answer in worker.close() { answer.give(.failure(OutcomeError.interrupted)) } }

    private func call(_ number: Int, _ id: RequestID) async throws {
        guard let table = Self.table else { throw OutcomeError(.failed, "no table") }
        let submission = Submission(url: Array("app:go".utf8), door: .control)
        let request = ReceivedRequest(id: id, submission: submission, table: table, begun: .now)
        let pending = try calls.begin(AppCall(request, request.parse()), limit: 8)
        defer { if calls.conclude(id) != nil { state.withLock { _ = $0.answeredCalls.insert(number) } } }
        state.withLock { $0.tokens[number] = pending.tokens }
        ledger.with { $0.places.startCalling(id) }
        await calls.wait(for: id)
    }

    private func answerAsApp(_ number: Int, _ kind: CallbackKind, isKnown: Bool, isMalformed: Bool) {
        let token = isKnown ? state.withLock { $0.tokens[number]?[kind] } : nil
        other { [self] in
            do throws(OutcomeError) {
                if isMalformed {
                    let answer = try Self.answer("\(token ?? "unknown")?a=b c")
                    _ = calls.end(byMalformed: answer, OutcomeError(.input, "malformed"))
                    return
                }
                try await calls.take(try Self.reply(by: token ?? "unknown"))
                state.withLock { $0.takenAnswers[number, default: 0] += 1 }
            } catch {
                // No call waits for it.
            }
        }
    }

    private static let table = try? Tables.table(routes: "schemes: [own]\nroutes: []")

    private static func answer(_ rest: String) throws(OutcomeError) -> ReceivedRequest {
        guard let table else { throw OutcomeError(.failed, "no table") }
        let submission = Submission(url: Array("xcallback:///reply/\(rest)".utf8), door: .desktop)
        return ReceivedRequest(
            id: RequestID(milliseconds: 0), submission: submission, table: table, begun: Timestamp(boot: 0, wall: 0))
    }

    private static func reply(by token: String) throws(OutcomeError) -> ApprovedRequest {
        let request = try answer("\(token)?a=1")
        let permission = try Permission(for: MatchedRequest(request, request.parse()), token: .notNeeded)
        guard permission.question == nil else {
            throw OutcomeError(.failed, "it is not approved")
        }
        return permission.request
    }

    /// Starts a task that is no request.
    private func other(_ body: @escaping @Sendable () async -> Void) {
        state.withLock { $0.begun += 1 }
        _ = executor.start { [self] in
            await body()
            state.withLock { $0.ended += 1 }
        }
    }

    private static func remove<Value>(_ number: Int, from values: inout [Int: Value]) -> Value? {
        values.removeValue(forKey: number)
    }

    private func check() throws {
        let state = state.withLock { $0 }
        for life in state.lives {
            try require(
                life.outcomes <= 1 && life.claims <= life.outcomes, "\(life.outcomes) outcomes, \(life.claims) claims")
        }
        try require(state.takenAnswers.values.allSatisfy { $0 <= 1 }, "a call was answered twice")
        try require(state.answeredCalls.isSuperset(of: state.takenAnswers.keys), "an answer was taken and lost")
        let counts = ledger.with { $0.places.counts }
        try require(counts.running >= state.running, "\(counts.running) are counted, and \(state.running) run")
    }

    /// Lets everything end, and checks that nothing is left.
    func finish() throws {
        executor.runAll()
        leave()
        calls.interrupt()
        ledger.wake { $0.places.setLimits(RequestLimits(running: 1, waiting: 1)) }
        repeat {
            executor.runAll()
            let handlers = state.withLock { state in
                defer { state.handlers = [:] }
                return state.handlers
            }
            for handler in handlers.sorted(by: { $0.key < $1.key }) { handler.value.resume() }
            if handlers.isEmpty { break }
        } while true
        try check()
        let state = state.withLock { $0 }
        for life in state.lives {
            try require(life.isOver, "a request waits for ever")
            try require(life.outcomes == (life.isAccepted ? 1 : 0), "\(life.outcomes) outcomes")
        }
        try require(state.begun == state.ended, "\(state.begun - state.ended) wait for ever")
        let counts = ledger.with { $0.places.counts }
        try require(counts.running == 0 && counts.waiting == 0, "\(counts) are left")
        try require(counts.total == state.lives.count(where: \.isAccepted), "\(counts.total) were counted")
        try require(worker.load.pending == 0, "the worker has requests left")
        if !state.isDraining {
            try ledger.with { shared in
                try require(shared.isEmpty, "something is left: \(shared)")
                try shared.places.accept(RequestID(recorded: "last"), at: .control)
            }
        }
    }
}
