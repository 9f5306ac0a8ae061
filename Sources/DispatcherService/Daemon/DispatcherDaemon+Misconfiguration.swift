import DispatcherCommands
import DispatcherConfiguration
import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import Logging
import UnixSystem
import XCallbackURL

/// A daemon that cannot serve, but has inherited sockets. If the daemon ended, the manager would start it again for
/// every click, until the manager closes the sockets.
extension DispatcherDaemon {
    /// Refuses every request with 503 until the fault is mended. The daemon reads the configuration again each
    /// second. Meanwhile the daemon runs, records and opens nothing, and shows one notification. Returns true if the fault
    /// was mended, false at the end of the service.
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

    /// Loads the configuration each second until it can be used. Returns false at the end. No event tells of every change:
    /// a folder above the files may get other permissions, or another owner.
    private func loadsMended(_ ledger: RequestLedger, or end: @escaping @Sendable () async -> Void) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                // This task is cancelled once the configuration can be used.
                await end()
                return false
            }
            group.addTask {
                while await Deadline.wait(for: .seconds(1)) {
                    // The threads that read files never stop, so each error is an error of the configuration.
                    if (try? await FileWork.run { loads(ledger) }) ?? false { return true }
                }
                return false
            }
            return await group.next() ?? false
        }
    }

    private func loads(_ ledger: RequestLedger) -> Bool {
        let configuration = load()
        if let fault = StartError.fault(configuration, state) {
            refuse(fault, ledger)
            return false
        }
        guard tables.load(configuration) else { return false }
        Reloader.log(configuration, logger)
        logger.notice("the fault is fixed")
        return true
    }

    private func refuse(_ fault: StartError, _ ledger: RequestLedger) {
        let error = OutcomeError(.draining, "every request is refused until this is fixed: \(fault.line)")
        ledger.with { $0.places.refusal = error }
    }
}
