import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import RequestRecord
import TestSupport
import UnixSystem

@testable import DispatcherCommands
@testable import DispatcherJournal
@testable import DispatcherService

/// One daemon process: the daemon's own code on the world's machine, without its sockets.
// Unchecked, because only the thread of the simulation uses this type, which ModelMachine checks.
final class ModelDaemon: @unchecked Sendable {
    let machine: ModelMachine
    let dispatcher: Dispatcher
    let journal: Journal
    let file: ModelJournal
    /// Whether the daemon's sockets answer.
    private(set) var isServing = false
    /// Whether the daemon was asked to stop.
    private(set) var isStopping = false
    /// Whether the daemon has stopped.
    private(set) var isOver = false
    private let answerer: LineAnswerer
    private let work = BackgroundWork()
    private var main: Task<Void, Never>?
    private let world: ModelWorld

    /// An environment that refers to nothing on this machine.
    private static let environment = [
        "PATH": "/nonexistent", "HOME": "/nonexistent", "XDG_DATA_DIRS": "/nonexistent",
        "XDG_CONFIG_DIRS": "/nonexistent",
    ]
    static let quiet = Logger(label: "simulation") { _ in SwiftLogNoOpLogHandler() }

    init(_ world: ModelWorld, on machine: ModelMachine, file: ModelJournal) throws {
        self.world = world
        self.machine = machine
        self.file = file
        let clock: Timestamp.Clock = { [clock = world.clock] in clock.now }
        journal = Journal(
            in: world.folder?.path, bootID: "\(world.boots)", clock: clock,
            limits: world.journalLimits, thread: machine.journal)
        let tables = try TableKeeper(
            configuration: world.routes.configuration, compiled: world.routes.compiled.map(\.route), logger: Self.quiet)
        // The user may have set smaller limits before the daemon began.
        if let limit = world.smallLimit {
            var limits = RequestLimits(tables.table)
            (limits.running, limits.waiting) = (1, limit)
            tables.ledger.wake { $0.places.setLimits(limits) }
        }
        let openers = OpenerQueue(
            limit: world.openerLimit, lifetime: world.openersLapse ? .seconds(2) : ModelTimers.ever * 10)
        tables.ledger.with { $0.openers = openers }
        dispatcher = Dispatcher(
            tables: tables, features: FeatureSwitches(state: nil, logger: Self.quiet),
            grants: Grants(state: nil, logger: Self.quiet), journal: journal, work: work,
            environment: Self.environment.merging(world.lockedShare > 0 ? ["PATH": world.routes.programs] : [:]) { $1 },
            logger: Self.quiet,
            commands: ModelCommands(world: world, machine: machine), apps: ModelApps(world: world, machine: machine),
            clock: clock)
        let reloader = Reloader(
            tables: tables, notifier: ServiceNotifier(environment: [:]), logger: Self.quiet, since: world.clock.now,
            load: { [configuration = world.routes.configuration] in configuration })
        answerer = LineAnswerer(dispatcher, methods: MethodTable(dispatcher, reloader: reloader))
    }

    /// Begins as the daemon does. After a daemon that was killed, its requests come before new requests.
    func begin(wasLeftOpen: Bool) {
        isServing = !wasLeftOpen
        main = Task(executorPreference: machine) { [self] in
            await journal.open(file)
            let unfinished = await dispatcher.recovery.begin(dispatcher)
            isServing = true
            work.begin(with: unfinished)
        }
    }

    /// Begins to stop, as after SIGTERM.
    func stop() {
        isStopping = true
        Task(executorPreference: machine) { [self] in
            let connections = ConnectionRegistry(limits: dispatcher.tables.table.settings.limits, logger: Self.quiet)
            await GracefulShutdown(dispatcher: dispatcher, listeners: [], connections: connections).run()
            main?.cancel()
            await main?.value
            await work.end()
            try? await journal.close()
            isOver = true
        }
    }

    /// Ends the daemon at once, as SIGKILL does.
    func kill() {
        machine.die()
        main?.cancel()
        work.interrupt()
    }

    // MARK: what callers send

    /// Answers the line of a URL.
    func send(url: String, at door: Door, _ body: @escaping (OutcomeReply) -> Void) {
        let answered = reaching(body)
        let bytes = Array(url.utf8)
        let isStarted = answerer.start(here: true) { [answerer] in
            answered(await answerer.answer(url: bytes, from: Origin(door: door, peer: nil)))
        }
        if !isStarted { world.isUnanswered(url) }
    }

    /// Answers a call of a method.
    func send(_ method: String, _ parameters: QueryValue, at door: Door, _ body: @escaping (RPCReply) -> Void) {
        let answered = reaching(body)
        let caller = MethodCaller(origin: Origin(door: door, peer: nil), worker: nil, connection: nil)
        let request = RPCRequest(id: 1, method: method, parameters: parameters)
        _ = answerer.start(here: true) { [answerer] in
            if let reply = await answerer.methods.answer(request, for: caller) { answered(reply) }
        }
    }

    /// Returns a closure that passes a reply to its caller only while the daemon lives.
    private func reaching<Reply>(_ body: @escaping (Reply) -> Void) -> @Sendable (Reply) -> Void {
        let body = Confined(value: body)
        return { [machine] reply in if !machine.isDead { body.value(reply) } }
    }

    // MARK: what is left when nothing happens any more

    /// The resources that are still held; nil if no resource is held.
    var leftover: String? {
        let shared = dispatcher.ledger.with { $0 }
        let counts = shared.places.counts
        if counts.running != 0 || counts.waiting != 0 {
            return "\(counts.running) requests have turns, and \(counts.waiting) wait"
        }
        if shared.calls.waiting != 0 { return "\(shared.calls.waiting) calls wait" }
        if shared.questions.count != 0 { return "\(shared.questions.count) questions wait" }
        if shared.openers.waiting != 0 { return "\(shared.openers.waiting) openers wait" }
        return shared.isEmpty ? nil : "an answer, or the request that brought it, was forgotten"
    }
}

/// A closure that only the thread of the simulation calls.
// Unchecked, because only the thread of the simulation uses this type, which ModelMachine checks.
private struct Confined<Value>: @unchecked Sendable {
    let value: Value
}
