package import DesktopEntries
import DispatcherCommands
package import DispatcherConfiguration
import DispatcherJournal
package import DispatcherMessages
package import DispatcherRequests
import FoundationEssentials
import Glibc
import Logging
import NIOCore
import NIOPosix
import RequestRecord
public import ServiceLifecycle
import URLSchemeRouter
import UnixSystem
import XCallbackURL

/// The daemon: it serves its sockets until graceful shutdown, then finishes the requests that have begun.
public struct DispatcherDaemon: Service, CustomStringConvertible {
    let work: BackgroundWork
    let tables: TableKeeper
    let connections: ConnectionRegistry
    let load: @Sendable () -> Configuration
    let state: StateDirectory?
    /// The variables of this process.
    let environment: [String: String]
    let commands: UnitCommandRunner
    let sockets: ListeningSockets
    /// Why the daemon cannot serve the sockets that it inherited; nil if it can.
    private let fault: StartError?
    let notifier: ServiceNotifier
    let log: LogQueue?
    let logger: Logger

    /// The time after the start that is reserved for the first requests. Work that can wait begins then.
    static let startTime = Duration.milliseconds(100)

    /// Reads the configuration and opens the sockets. A command that ends without reading its input, or a file that may
    /// not grow, would end the program by a signal, so those signals are ignored.
    /// - Parameters:
    ///   - standbyProgram: This program with the argument for which it runs ``StandbyProgram``; empty for another program.
    ///   - log: The queue of the logger, for `status`; nil if the program has its own logger.
    package init(
        directory: SocketDirectory, state: StateDirectory?, environment: [String: String],
        compiled: [ClosureRoute] = [], standbyProgram: [String] = [], log: LogQueue? = nil, logger: Logger,
        load: @escaping @Sendable () -> Configuration
    ) throws {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        // Later there may be no descriptor left for the null device.
        _ = NullDevice.number
        let inherited = SocketActivation.inherited(environment: environment)
        let configuration = load()
        fault = StartError.fault(configuration, state)
        if let fault, inherited.isEmpty { throw fault }
        Reloader.log(configuration, logger)
        let connections = ConnectionRegistry(limits: configuration.settings.limits, logger: logger)
        self.connections = connections
        tables = try TableKeeper(configuration: configuration, compiled: compiled, logger: logger) {
            connections.setLimits($0.limits)
        }
        sockets = try ListeningSockets(directory: directory, inherited: inherited)
        var environment = environment
        environment["XCALLBACK_SOCKET_DIRECTORY"] = sockets.folder
        notifier = ServiceNotifier(environment: environment)
        work = BackgroundWork()
        self.environment = environment
        commands = UnitCommandRunner(own: environment, standbyProgram: standbyProgram)
        self.state = state
        self.load = load
        self.log = log
        self.logger = logger
    }

    /// Serves until graceful shutdown.
    public func run() async throws {
        try await run {
            do {
                try await gracefulShutdown()
            } catch {
                // The task was cancelled from outside, which also stops the daemon.
            }
        }
    }

    /// Serves until `end` returns, which it must also do when it is cancelled.
    package func run(until end: @escaping @Sendable () async -> Void) async throws {
        // SIGHUP is caught before the first answer: a client may send it at once.
        let hangups = Signals.stream(of: SIGHUP)
        if let fault {
            guard try await waitUntilMended(fault, or: end) else { return }
        }
        let journal = JournalKeeper.journal(of: state, tables, logger: logger)
        let dispatcher = makeDispatcher(of: tables, state, journal, work)
        let reloader = Reloader(
            tables: tables, notifier: notifier, logger: logger, since: dispatcher.clock(), load: load)
        let failure: (any Error)? = await withTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            // The requests of a killed daemon come before new requests, which would take their places and rates.
            let wasLeftOpen = journal.wasLeftOpen
            if wasLeftOpen { await begin(dispatcher, &group) }
            do {
                let answerer = LineAnswerer(dispatcher, methods: MethodTable(dispatcher, reloader: reloader, log: log))
                try await serve(sockets.take, connections, answerer, dispatcher) {
                    // The sockets already answer requests that wait for nothing. All other requests are work, which
                    // begins now.
                    if !wasLeftOpen { await begin(dispatcher, &group) }
                    group.addTask { for await _ in hangups { _ = await reloader.reload() } }
                    notifier.ready()
                    logger.notice("serving", metadata: Reloader.summary(of: tables.table.configuration))
                    await end()
                    logger.notice(
                        "stopping", metadata: ["requests": "\(dispatcher.ledger.with { $0.places.counts.running })"])
                    notifier.stopping()
                }
                return nil
            } catch {
                logger.critical("cannot serve", metadata: ["error": "\(error)"])
                return error
            }
        }
        // A service that did not start has a journal that is not open. Closing it fails what waits for it.
        if failure != nil { try? await journal.close() }
        await work.end()
        do {
            try await journal.close()
        } catch {
            logger.error("the journal was not closed", metadata: ["error": "\(error)"])
        }
        sockets.remove()
        if let failure { throw failure }
    }

    func makeDispatcher(
        of tables: TableKeeper, _ state: StateDirectory?, _ journal: Journal, _ work: BackgroundWork
    ) -> Dispatcher {
        Dispatcher(
            tables: tables, features: FeatureSwitches(state: state, logger: logger),
            grants: Grants(state: state, logger: logger), journal: journal, work: work, environment: environment,
            logger: logger, pauses: SocketPauses(state: state, logger: logger), commands: commands)
    }

    /// Serves listening sockets, which it closes, until the body returns; then finishes the requests that have begun.
    func serve(
        _ socket: (Door) throws(SystemCallError) -> Descriptor, _ connections: ConnectionRegistry,
        _ answerer: LineAnswerer, _ dispatcher: Dispatcher, until end: () async -> Void
    ) async throws {
        // One loop and one thread for each socket, so that a flood on one socket does not delay the other socket.
        let eventLoops = MultiThreadedEventLoopGroup(numberOfThreads: Door.allCases.count)
        let server = SocketServer(registry: connections, answerer: answerer, commands: commands)
        var listeners: [any Channel] = []
        for door in [Door.control, .desktop, .agent] {
            listeners.append(try await server.serve(socket(door), door: door, on: eventLoops.next()))
        }
        // The threads that read files start now. Otherwise NIO starts them at their first use, and ends the process if
        // the machine has no room for a thread then.
        _ = NIOThreadPool.singleton
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await feedWatchdog(eventLoops, dispatcher) }
            await end()
            await GracefulShutdown(dispatcher: dispatcher, listeners: listeners, connections: connections).run()
            group.cancelAll()
        }
        try await eventLoops.shutdownGracefully()
    }

    /// Reports to the manager after a URL has gone through the threads that dispatch, and after each loop that serves a
    /// socket has run, so that a hang of each of these threads is noticed.
    private func feedWatchdog(_ eventLoops: MultiThreadedEventLoopGroup, _ dispatcher: Dispatcher) async {
        guard let period = notifier.watchdogPeriod else { return }
        repeat {
            let answer = Event()
            let isStarted = dispatcher.work.start {
                await dispatcher.probe()
                answer.happen()
            }
            guard isStarted else { return }
            await answer.wait()
            // A loop fails only after it has stopped.
            for eventLoop in eventLoops.makeIterator() { try? await eventLoop.submit {}.get() }
            notifier.alive()
        } while await Deadline.wait(for: period / 2)
    }

    /// A short name. ServiceLifecycle prints a service to name it. Printing all routes and variables would take time
    /// that grows with the square of their number.
    public var description: String { "xcallbackd" }

    /// The version of the daemon.
    public static var version: String { PackageVersion.text }

    /// The schemes that the desktop should hand to the daemon with this configuration.
    package static func schemes(of configuration: Configuration) -> [SchemeEntry] {
        DispatchTable.schemeEntries(of: configuration)
    }

    /// Opens the journal, continues the requests that the previous daemon left unfinished, and starts the work.
    func begin(_ dispatcher: Dispatcher, _ group: inout TaskGroup<Void>) async {
        let keeper = JournalKeeper(
            journal: dispatcher.journal, tables: tables, notifier: dispatcher.notifier,
            childEnvironment: dispatcher.environment,
            logger: logger)
        await keeper.open()
        let unfinished = await dispatcher.recovery.begin(dispatcher)
        let interrupted = dispatcher.recovery.recovered.ended.map(\.id)
        if !interrupted.isEmpty { work.start { await endCommands(ofRequests: interrupted) } }
        // Without a file, it is unknown whether the previous daemon was killed.
        let isKnown = await dispatcher.journal.isInFile
        if !dispatcher.recovery.recovered.isEmpty || !isKnown {
            work.start { await AbandonedCommands.endPrompts(in: sockets.folder) }
        }
        for feature in tables.table.configuration.features { dispatcher.announceEnd(ofPause: feature.name) }
        work.begin(with: unfinished)
        group.addTask { await keeper.run() }
        group.addTask { await makeUnitReady(after: dispatcher.firstAnswer) }
    }

    /// Makes a unit ready for the first command of a click, so that the start and the first answer do not wait for it.
    private func makeUnitReady(after firstAnswer: Event) async {
        await firstAnswer.wait()
        guard await Deadline.wait(for: Self.startTime), tables.table.hasUnitCommands else { return }
        commands.prepare()
    }

    /// Ends the commands that outlived the previous daemon.
    private func endCommands(ofRequests requests: [String]) async {
        let running = await AbandonedCommands.end(ofRequests: requests, units: commands)
        guard !running.isEmpty else { return }
        logger.warning(
            "processes of the previous daemon's commands do not end",
            metadata: ["pids": "\(running.map(String.init).joined(separator: " "))"])
    }
}
