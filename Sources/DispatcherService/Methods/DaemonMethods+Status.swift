import DesktopEntries
import DispatcherCommands
import DispatcherConfiguration
import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import Glibc
import QueryCoding
import RequestRecord
import XCallbackURL

extension DaemonMethods {
    func status(_: NoMembers) async -> StatusReply {
        let table = tables.table
        var requests = ledger.with { $0.places.counts }
        requests.asking = consent.count > 0 ? consent.count : nil
        requests.unrecorded = ledger.with { $0.rates.unrecorded }
        let listed = try? await FileWork.run {
            // Without a home there are no files that could name this daemon.
            let handlers = try? SchemeHandlers(environment: environment.variables(under: table.settings))
            return (
                files: Self.files(table.configuration), schemes: Self.schemes(table, handlers),
                conflicts: handlers.map { Self.conflicts(table, $0) } ?? []
            )
        }
        var reply = StatusReply()
        reply.pid = getpid()
        reply.since = reloader.since
        reply.routes = table.names.count
        reply.declared = table.names.count - BuiltInRoute.allCases.count
        reply.files = listed?.files ?? []
        reply.reload = reloader.last
        reply.restart = reloader.keysForRestart
        reply.requests = requests
        // The number is unknown if the journal cannot be read.
        reply.callbacks.uncertain = try? await journal.uncertainCallbacks()
        reply.journal = Self.text(await journal.status)
        reply.log = log.map { StatusReply.Log(dropped: $0.dropped) }
        reply.recovered = NamedValues(recovery.recovered.counts)
        reply.opener = table.settings.opener.standard
        reply.path = environment.variables(under: table.settings)["PATH"]
        if let prompt = table.settings.prompt { reply.prompt = .list(prompt) }
        reply.features = await features(table)
        reply.workers = Self.workers(of: table)
        reply.schemes = listed?.schemes ?? []
        reply.conflicts = listed.flatMap { $0.conflicts.isEmpty ? nil : $0.conflicts }
        reply.units = commands.units
        reply.isolation = reply.units == nil ? .none : .units
        reply.paused = StatusReply.Paused(desktop: pause(of: .desktop), agent: pause(of: .agent))
        return reply
    }

    private func pause(of door: Door) -> PauseReply? {
        pauses.current(of: door, at: clock()).map { PauseReply(until: $0.until) }
    }

    private static func text(_ journal: JournalStatus) -> String {
        switch journal {
        case .file(let path, nil): path
        case .file(let path, let beginning?): "\(path); \(beginning)"
        case .memory: "memory"
        case .fallback(let error): "memory: \(error)"
        case .closed: "closed"
        }
    }

    /// Returns the files that were found at the last load, and the files that were added since.
    private static func files(_ configuration: Configuration) -> [StatusReply.File] {
        let changed = configuration.changedFiles()
        let known = configuration.files.map { file in
            StatusReply.File(
                path: file.path, state: changed.contains(file.path) ? StatusReply.File.changed : file.state.rawValue,
                mistakes: file.mistakes.map { "\($0)" })
        }
        let new = changed.filter { path in !known.contains { $0.path == path } }
        return known + new.map { StatusReply.File(path: $0, state: StatusReply.File.changed, mistakes: []) }
    }

    private func features(_ table: DispatchTable) async -> [FeatureReply] {
        let reasons = await unavailableReasons(in: table)
        return table.configuration.features.map { FeatureReply(name: $0.name, unavailable: reasons[$0.name]) }
    }

    /// Returns the schemes of the table, and whether this daemon is the desktop's handler of each scheme.
    private static func schemes(
        _ table: DispatchTable, _ handlers: SchemeHandlers?
    ) -> [StatusReply.RegisteredScheme] {
        DispatchTable.schemeEntries(of: table.configuration).map { entry in
            let registration = entry.registration(handlers?.handler(of: entry.scheme))
            return StatusReply.RegisteredScheme(
                scheme: entry.scheme.text, isRegistered: registration != .missing,
                isOutdated: registration == .outdated)
        }
    }

    /// Returns the schemes of packages' files for which other apps are registered.
    private static func conflicts(_ table: DispatchTable, _ handlers: SchemeHandlers) -> [StatusReply.Conflict] {
        table.foreignSchemes.compactMap { scheme, file in
            guard let handler = handlers.handler(of: scheme), !DesktopEntry.isOurs(handler.identifier, for: scheme)
            else { return nil }
            return StatusReply.Conflict(scheme: scheme.text, file: file, app: handler.identifier)
        }
    }

    private static func workers(of table: DispatchTable) -> [WorkerReply] {
        var workers: [any RouteWorker] = []
        var routes: [ObjectIdentifier: [String]] = [:]
        for route in table.workers {
            for worker in route.workers {
                if routes[ObjectIdentifier(worker)] == nil { workers.append(worker) }
                routes[ObjectIdentifier(worker), default: []].append(route.name)
            }
        }
        return workers.map { worker in
            let load = worker.load
            return WorkerReply(
                process: worker.process, routes: routes[ObjectIdentifier(worker)] ?? [], running: load.pending,
                total: load.asked)
        }
    }
}

extension DaemonMethods {
    /// Returns the reason for each unavailable feature of a table, by the name of the feature.
    /// - Parameter door: The socket that asks. An agent could run the conditions of all files as often as it wants, so no
    ///   condition is checked for it.
    func unavailableReasons(in table: DispatchTable, for door: Door = .control) async -> [String: String] {
        guard door != .agent else {
            return table.configuration.features.reduce(into: [:]) { $0[$1.name] = availability.offReason(of: $1) }
        }
        return await availability.unavailableReasons(
            of: table.configuration.features, environment: environment.variables(under: table.settings))
    }
}
