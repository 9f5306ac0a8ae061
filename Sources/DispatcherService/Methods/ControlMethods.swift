import DesktopEntries
import DispatcherCommands
import DispatcherConfiguration
import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import Glibc
import Logging
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

/// The methods that show and change how the daemon works.
struct ControlMethods: Sendable {
    let dispatcher: Dispatcher
    let reloader: Reloader
    /// The queue of the logger; nil if the program has its own logger.
    let log: LogQueue?

    func status(_: NoMembers) async -> StatusReply {
        let table = dispatcher.tables.table
        var requests = dispatcher.ledger.with { $0.places.counts }
        let questions = dispatcher.consent.count > 0 ? dispatcher.consent.count : nil
        (requests.asking, requests.locked) = dispatcher.consent.isLocked ? (nil, questions) : (questions, nil)
        requests.unrecorded = dispatcher.ledger.with { $0.rates.unrecorded }
        let listed = try? await FileWork.run {
            // Without a home there are no files that could name this daemon.
            let handlers = try? SchemeHandlers(environment: dispatcher.environment.variables(under: table.settings))
            return (files: Self.files(table.configuration), schemes: Self.schemes(table, handlers))
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
        reply.callbacks.uncertain = try? await dispatcher.journal.uncertainCallbacks()
        reply.journal = Self.text(await dispatcher.journal.status)
        reply.log = log.map { StatusReply.Log(dropped: $0.dropped) }
        reply.recovered = NamedValues(dispatcher.recovery.recovered.counts)
        reply.opener = table.settings.opener.standard
        reply.path = dispatcher.environment.variables(under: table.settings)["PATH"]
        if let prompt = table.settings.prompt { reply.prompt = .list(prompt) }
        let reasons = await dispatcher.availability.unavailableReasons(in: table, dispatcher.environment)
        reply.features = table.configuration.features.map {
            FeatureReply(name: $0.name, unavailable: reasons[$0.name])
        }
        reply.workers = Self.workers(of: table)
        reply.schemes = listed?.schemes ?? []
        reply.apps = table.settings.callbacks.allow?.map(\.text).sorted()
        reply.units = dispatcher.commands.units
        reply.isolation = reply.units == nil ? .none : .units
        reply.paused = StatusReply.Paused(desktop: pause(of: .desktop), agent: pause(of: .agent))
        let muted = dispatcher.consent.mutes.texts(at: dispatcher.clock())
        if !muted.isEmpty { reply.muted = muted }
        return reply
    }

    func pause(of door: Door) -> PauseReply? {
        dispatcher.pauses.current(of: door, at: dispatcher.clock()).map { PauseReply(until: $0.until) }
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

    /// Returns the schemes of the table, and whether this daemon is the desktop's handler of each scheme.
    private static func schemes(
        _ table: DispatchTable, _ handlers: SchemeHandlers?
    ) -> [StatusReply.RegisteredScheme] {
        DispatchTable.schemeEntries(of: table.configuration).map { entry in
            StatusReply.RegisteredScheme(
                scheme: entry.scheme.text, isRegistered: entry.isRegistered(handlers?.handler(of: entry.scheme)))
        }
    }

    private static func workers(of table: DispatchTable) -> [WorkerReply] {
        var workers: [any RouteWorker] = []
        for worker in table.workers.flatMap(\.workers) where !workers.contains(where: { $0 === worker }) {
            workers.append(worker)
        }
        return workers.map { worker in
            let (load, routes) = (worker.load, table.workers.filter { $0.workers.contains { $0 === worker } })
            return WorkerReply(
                process: worker.process, routes: routes.map(\.name), running: load.pending, total: load.asked)
        }
    }

    func pause(_ parameters: PauseMethod.Parameters) async throws(RPCError) -> PauseReply {
        let door = try paused(parameters.door)
        let pause = Pause(of: door, for: parameters.duration?.duration, from: dispatcher.clock())
        dispatcher.pauses.set(pause, of: door)
        // From here on, every request that waits is refused before it goes on.
        let stopped = dispatcher.ledger.with { $0.waiting(at: door) }
        dispatcher.tables.announceUnlisted()
        let warning = await dispatcher.pauses.store()
        dispatcher.logger.notice(
            "a socket is paused",
            metadata: ["socket": "\(door)", "until": "\(pause.until ?? "resume")", "stopped": "\(stopped)"])
        return PauseReply(until: pause.until, stopped: stopped, warning: warning)
    }

    func resume(_ parameters: ResumeMethod.Parameters) async throws(RPCError) -> PauseReply {
        let door = try paused(parameters.door)
        dispatcher.pauses.set(nil, of: door)
        let warning = await dispatcher.pauses.store()
        dispatcher.consent.endMutes(at: door)
        dispatcher.logger.notice("a socket is no longer paused", metadata: ["socket": "\(door)"])
        return PauseReply(warning: warning)
    }

    private func paused(_ door: Door?) throws(RPCError) -> Door {
        let door = door ?? .desktop
        guard !door.isTrusted else { throw RPCError(.invalidParameters, "the control socket is never paused") }
        return door
    }

    func grants(_: NoMembers) async -> GrantsReply {
        let grants = dispatcher.consent.grants
        let listed = grants.all.map { stored in
            GrantsReply.Grant(
                id: stored.id, route: stored.grant.route, parameters: stored.grant.parameters,
                callbacks: stored.grant.callbacks, since: stored.since)
        }
        return GrantsReply(grants: listed, warning: grants.problem)
    }

    func revoke(_ parameters: RevokeMethod.Parameters) async throws(RPCError) -> NoMembers {
        do throws(OutcomeError) {
            try await dispatcher.consent.grants.revoke(parameters.id)
            return NoMembers()
        } catch {
            throw RPCError(error)
        }
    }

    func serve(_ request: RPCRequest, _ caller: MethodCaller) async -> RPCReply? {
        await dispatcher.work.leaveEventLoop()
        guard let worker = caller.worker else { return nil }
        do throws(RPCError) {
            let routes = try WorkerRoute.declared(ServeMethod.Parameters(request.parameters).routes, by: worker)
            await worker.drainEventLoop()
            let names = routes.map(\.name)
            let result = ServeReply(routes: names).value
            try dispatcher.tables.add(
                routes, of: worker, reply: request.id.map { RPCReply(id: $0, result: result).json })
            dispatcher.logger.notice(
                "a worker serves",
                metadata: ["worker": "\(worker.name)", "routes": "\(names.joined(separator: ", "))"])
        } catch {
            // The reply goes through the outbox, like every line to a worker.
            if let id = request.id { worker.outbox.send(RPCReply(id: id, error: error).json) }
        }
        return nil
    }

    func token(_ parameters: TokenMethod.Parameters) async throws(RPCError) -> TokenReply {
        let routes = dispatcher.tables.table.routes
        guard let route = routes.entries(named: parameters.route).first?.payload else {
            let suggestion = routes.index.nearestName(to: parameters.route)
            throw RPCError(
                .invalidParameters,
                Printable.message("\(LinkError.unknownRoute(parameters.route, suggestion: suggestion))"),
                dataCode: StandardCode.noRoute.rawValue)
        }
        guard let token = route.definition?.value.policy.token else {
            throw RPCError(
                .invalidParameters, "route '\(route.name)' has no 'token: {file: NAME}' in its file",
                dataCode: StandardCode.conflict.rawValue)
        }
        do {
            return TokenReply(
                token: try await TokenFiles.renew(token.file), parameter: token.names[0], file: token.file)
        } catch {
            throw RPCError(OutcomeError(.failed, "no new token: \(error)"))
        }
    }

    func feature(_ parameters: FeatureMethod.Parameters) async throws(RPCError) -> FeatureReply {
        let table = dispatcher.tables.table
        let features = table.configuration.features
        guard let feature = features.first(where: { $0.name.hasSameBytes(as: parameters.name) }) else {
            throw RPCError(
                .invalidParameters,
                Self.unknownFile(parameters.name, among: features.map(\.name)), dataCode: StandardCode.noRoute.rawValue)
        }
        guard parameters.duration == nil || !parameters.isEnabled else {
            throw RPCError(.invalidParameters, "'duration' goes with \"enabled\": false")
        }
        let end = parameters.duration.map { dispatcher.clock().advanced(by: $0.duration).wall }
        let warning = await dispatcher.availability.switches.set(
            feature.name, parameters.isEnabled ? .on : .off(until: end))
        dispatcher.tables.announce()
        dispatcher.announceEnd(ofPause: feature.name)
        let reason = await dispatcher.availability.unavailableReason(
            of: feature, environment: dispatcher.environment.variables(under: table.settings))
        return FeatureReply(name: feature.name, unavailable: reason, warning: warning)
    }

    private static func unknownFile(_ name: String, among known: [String]) -> String {
        guard name != "xcallback" else { return "the routes of 'xcallback' are built in, and always on" }
        // The name of a route begins with the name of its file, which may have dots itself.
        let owner = known.filter { name.hasPrefix("\($0).") }.max { $0.utf8.count < $1.utf8.count }
        let sockets = [Door.desktop, .agent].map { PauseTarget.socket($0).word }
        let hint = (owner ?? nearest(to: name, among: known + sockets)).map { "; did you mean '\($0)'?" }
        return "no file '\(Printable.shown(name, limit: 64))'"
            + (hint ?? " of routes; write clicks, agents or a file that 'xcallback routes' lists")
    }
}
