import DispatcherCommands
import DispatcherConfiguration
import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import Glibc
import Logging
import UnixSystem
import XCallbackURL

/// A daemon that cannot serve, but has inherited sockets. If the daemon ended, the manager would start it again for
/// every click, until the manager closes the sockets.
extension DispatcherDaemon {
    /// Refuses every request with 503 until the fault is mended. The daemon looks at the files each second, and loads the
    /// configuration again after a change. Meanwhile the daemon runs, records and opens nothing, and shows one
    /// notification. Returns true if the fault was mended, false at the end of the service.
    func waitUntilMended(_ fault: StartError, or end: @escaping @Sendable () async -> Void) async throws -> Bool {
        let work = BackgroundWork()
        // No request reaches these routes.
        let unused = try TableKeeper(configuration: tables.table.configuration, compiled: [], logger: logger)
        let dispatcher = makeDispatcher(of: unused, nil, await Journal.inMemory(bootID: ""), work)
        let reloader = Reloader(
            tables: unused, notifier: notifier, logger: logger, since: dispatcher.clock(), load: load)
        let answerer = LineAnswerer(dispatcher, methods: MethodTable(dispatcher, reloader: reloader, log: log))
        let connections = ConnectionRegistry(limits: Settings().limits, logger: logger)
        work.begin()
        refuse(fault, dispatcher.ledger)
        var isMended = false
        // The server closes these copies, and the next server uses the sockets themselves.
        try await serve(sockets.copy, connections, answerer, dispatcher) {
            notifier.ready()
            notifier.status("every request is refused: \(fault.line)")
            logger.error("every request is refused", metadata: ["reason": "\(fault.line)"])
            let variables = dispatcher.environment.variables(under: Settings())
            work.start { [notifier = dispatcher.notifier] in
                await notifier.show(
                    "xcallbackd refuses every request", [fault.line], kind: .daemon, environment: variables)
            }
            isMended = await loadsMended(dispatcher.ledger, or: end)
            notifier.status("")
        }
        await work.end()
        return isMended
    }

    /// Looks at the configuration each second until it can be used. Returns false at the end. No event tells of every
    /// change: a folder above the files may get other permissions, or another owner.
    private func loadsMended(_ ledger: RequestLedger, or end: @escaping @Sendable () async -> Void) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                // This task is cancelled once the configuration can be used.
                await end()
                return false
            }
            group.addTask {
                var last: Look?
                while last?.isUsed != true, await Deadline.wait(for: .seconds(1)) {
                    // The threads that read files never stop, so this work throws nothing.
                    last = (try? await FileWork.run { [last] in look(after: last, ledger) }) ?? last
                }
                return last?.isUsed ?? false
            }
            return await group.next() ?? false
        }
    }

    /// A configuration that was loaded.
    private struct Look {
        let configuration: Configuration
        /// Whether its folder exists, and only the user may change config.yaml.
        let isTrusted: Bool
        var isUsed = false
    }

    /// Loads the configuration after a change. Uses the configuration of the last look if it has no fault and its files
    /// have not changed since, because a file may be half written.
    private func look(after last: Look?, _ ledger: RequestLedger) -> Look {
        let folder = tables.table.configuration.folder?.path ?? ""
        let file = "\(folder)/config.yaml"
        let isTrusted = Directory.exists(folder) && (try? TrustedFiles().check(file)) != nil
        guard var last, last.isTrusted == isTrusted, last.configuration.changedFiles().isEmpty else {
            return Look(configuration: load(), isTrusted: isTrusted)
        }
        if let fault = StartError.fault(last.configuration, state) {
            refuse(fault, ledger)
            return last
        }
        last.isUsed = !Self.isBeingWritten(file) && tables.load(last.configuration)
        guard last.isUsed else { return last }
        Reloader.log(last.configuration, logger)
        logger.notice("the fault is fixed")
        return last
    }

    /// Whether a process has the file open for writing. The kernel gives no read lease on such a file (fcntl(2)).
    static func isBeingWritten(_ path: String) -> Bool {
        let (setLease, setSignal): (Int32, Int32) = (1024, 10)
        let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard let file = try? Descriptor(opened, attempt: "read", path) else { return false }
        // A process that opens the file during the lease causes this signal. By default, SIGIO would end the daemon, and
        // SIGURG has no effect.
        guard fcntl(file.number, setSignal, SIGURG) == 0 else { return false }
        return fcntl(file.number, setLease, Int32(F_RDLCK)) != 0 && errno == EAGAIN
    }

    private func refuse(_ fault: StartError, _ ledger: RequestLedger) {
        let error = OutcomeError(.draining, "every request is refused until this is fixed: \(fault.line)")
        ledger.with { $0.places.refusal = error }
    }
}
