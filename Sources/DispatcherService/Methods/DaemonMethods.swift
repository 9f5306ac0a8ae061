import DispatcherCommands
import DispatcherConfiguration
import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import Logging
import QueryCoding
import RequestRecord
import URLSchemeRouter
import UnixSystem
import XCallbackURL

/// The functions of the daemon for the methods of its sockets.
struct DaemonMethods: Sendable {
    let dispatcher: Dispatcher
    let tables: TableKeeper
    let ledger: RequestLedger
    let journal: Journal
    let recorder: RequestRecorder
    let work: BackgroundWork
    let environment: ChildEnvironment
    let opener: URLOpener
    let availability: FeatureAvailability
    let pauses: SocketPauses
    let consent: UserConsent
    let owners: SchemeOwners
    let commands: any CommandRunning
    let cancellations: Cancellations
    let logger: Logger
    let clock: Timestamp.Clock
    let recovery: RequestRecovery
    let reloader: Reloader
    /// The queue of the logger; nil if the program has its own logger.
    let log: LogQueue?
    let submitter: RequestSubmitter

    init(_ parts: DispatcherParts, reloader: Reloader, log: LogQueue? = nil) {
        dispatcher = parts.dispatcher
        tables = parts.tables
        ledger = parts.ledger
        journal = parts.journal
        recorder = parts.recorder
        work = parts.work
        environment = parts.environment
        opener = parts.opener
        availability = parts.availability
        pauses = parts.pauses
        consent = parts.consent
        owners = parts.owners
        commands = parts.commands
        cancellations = parts.cancellations
        logger = parts.logger
        clock = parts.clock
        recovery = parts.recovery
        self.reloader = reloader
        self.log = log
        submitter = RequestSubmitter(parts)
    }

    /// The methods by name.
    var table: MethodTable {
        var table = MethodTable(ledger: ledger, work: work, replies: submitter.replies)
        table.addRequest(DispatchMethod.self, refusesByOutcome: true, dispatch)
        table.addRequest(CallMethod.self, refusesByOutcome: true, call)
        table.addRequest(RunMethod.self, run)
        table.add(CancelMethod.self, cancel)
        table.add(ExplainMethod.self, explain)
        table.add(LinkMethod.self, link)
        table.add(RoutesMethod.self, endsWithCaller: true) { parameters, caller in
            await routes(parameters.follow ?? .no, at: caller.origin.door)
        }
        table.add(StatusMethod.self, status)
        table.add(FeatureMethod.self, feature)
        table.add(ReloadMethod.self) { _ in await reloader.reload() }
        table.add(PauseMethod.self, pause)
        table.add(ResumeMethod.self, resume)
        table.add(HistoryMethod.self, endsWithCaller: true) { (parameters, _) async throws(RPCError) in
            try await history(parameters)
        }
        table.add(RerunMethod.self, rerun)
        table.add(ForgetMethod.self, forget)
        table.add(TokenMethod.self, token)
        table.addReading(ServeMethod.self, serve)
        table.add(GrantsMethod.self, grants)
        table.add(RevokeMethod.self, revoke)
        return table
    }

    private func dispatch(
        _ parameters: DispatchMethod.Parameters, _ caller: MethodCaller
    ) async throws(RPCError) -> QueryValue {
        try await submitter.submit(
            parameters.url, .dispatch, waits: parameters.waits, id: parameters.id, environment: parameters.environment,
            from: caller)
    }

    private func cancel(
        _ parameters: CancelMethod.Parameters, _ caller: MethodCaller
    ) async throws(RPCError) -> OutcomeReply {
        let shown = Printable.shown(parameters.id, limit: 64)
        var (id, isKnown) = (parameters.id, false)
        if let connection = caller.connection {
            // An agent cancels what it asked for itself.
            if let request = submitter.replies.request(id, on: connection) { (id, isKnown) = ("\(request)", true) }
        }
        if caller.connection == nil || isKnown, let reply = await cancellations.cancel(id) {
            return reply.disclosed(at: caller.origin.door)
        }
        if caller.connection == nil {
            isKnown = (try? await journal.history(HistoryQuery(id: id, limit: 1)))?.first != nil
        }
        guard isKnown else {
            throw RPCError(OutcomeError(.noRoute, "no request '\(shown)' waits or runs"))
        }
        throw RPCError(OutcomeError(.conflict, "the request '\(shown)' has ended"))
    }

    private func forget(_: NoMembers) async throws(RPCError) -> NoMembers {
        do {
            try await journal.clear()
        } catch {
            throw RPCError(OutcomeError(.draining, "the history cannot be cleared: \(error)"))
        }
        return NoMembers()
    }

    private func pause(_ parameters: PauseMethod.Parameters) async throws(RPCError) -> PauseReply {
        let door = try paused(parameters.door)
        let pause = Pause(of: door, for: parameters.duration?.duration, from: clock())
        pauses.set(pause, of: door)
        // From here on, every request that waits is refused before it goes on.
        let stopped = ledger.with { $0.waiting(at: door) }
        tables.announceUnlisted()
        let warning = await pauses.store()
        logger.notice(
            "a socket is paused",
            metadata: ["socket": "\(door)", "until": "\(pause.until ?? "resume")", "stopped": "\(stopped)"])
        return PauseReply(until: pause.until, stopped: stopped, warning: warning)
    }

    private func resume(_ parameters: ResumeMethod.Parameters) async throws(RPCError) -> PauseReply {
        let door = try paused(parameters.door)
        pauses.set(nil, of: door)
        let warning = await pauses.store()
        consent.endMutes(at: door)
        logger.notice("a socket is no longer paused", metadata: ["socket": "\(door)"])
        return PauseReply(warning: warning)
    }

    private func paused(_ door: Door?) throws(RPCError) -> Door {
        let door = door ?? .desktop
        guard !door.isTrusted else { throw RPCError(.invalidParameters, "the control socket is never paused") }
        return door
    }

    private func grants(_: NoMembers) async -> GrantsReply {
        let grants = consent.grants
        let listed = grants.all.map { stored in
            GrantsReply.Grant(
                id: stored.id, route: stored.grant.route, parameters: stored.grant.parameters,
                callbacks: stored.grant.callbacks, since: stored.since)
        }
        return GrantsReply(grants: listed, warning: grants.problem)
    }

    private func revoke(_ parameters: RevokeMethod.Parameters) async throws(RPCError) -> NoMembers {
        switch await consent.grants.revoke(parameters.id) {
        case .unknown:
            throw RPCError(OutcomeError(.noRoute, "there is no grant '\(Printable.shown(parameters.id, limit: 64))'"))
        case .revoked: return NoMembers()
        case .notWritten(let problem):
            throw RPCError(
                OutcomeError(
                    .draining,
                    "the grant is revoked until the daemon ends, and cannot be removed from its file: \(problem)"))
        }
    }

    private func routes(_ follow: FollowPosition, at door: Door) async -> RouteListingReply {
        let tables = tables
        let published =
            switch follow {
            case .no: tables.published
            case .now: await tables.next(after: tables.published.number)
            case .after(let number): await tables.next(after: number)
            }
        let reasons = await unavailableReasons(in: published.table, for: door)
        var reply = RouteListing.reply(of: published.table, unavailable: reasons, at: door)
        reply.cursor = published.number
        return reply
    }

    private func serve(_ request: RPCRequest, _ caller: MethodCaller) async -> RPCReply? {
        await work.begun()
        guard let worker = caller.worker else { return nil }
        do throws(RPCError) {
            let routes = try WorkerRoute.declared(ServeMethod.Parameters(request.parameters).routes, by: worker)
            await worker.drainEventLoop()
            let names = routes.map(\.name)
            let result = ServeReply(routes: names).value
            try tables.add(
                routes, of: worker, reply: request.id.map { RPCReply(id: $0, result: result).json })
            logger.notice(
                "a worker serves",
                metadata: ["worker": "\(worker.name)", "routes": "\(names.joined(separator: ", "))"])
        } catch {
            // The reply goes through the outbox, like every line to a worker.
            if let id = request.id { worker.outbox.send(RPCReply(id: id, error: error).json) }
        }
        return nil
    }

    private func token(_ parameters: TokenMethod.Parameters) async throws(RPCError) -> TokenReply {
        let routes = tables.table.routes
        guard let route = routes.entries(named: parameters.route).first?.payload else {
            let suggestion = routes.nearestName(to: parameters.route)
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

    private func feature(_ parameters: FeatureMethod.Parameters) async throws(RPCError) -> FeatureReply {
        let table = tables.table
        let features = table.configuration.features
        guard let feature = features.first(where: { $0.name.hasSameBytes(as: parameters.name) }) else {
            throw RPCError(
                .invalidParameters,
                Self.unknownFeature(parameters.name, among: features.map(\.name), isEnabled: parameters.isEnabled),
                dataCode: StandardCode.noRoute.rawValue)
        }
        let warning = await availability.switches.set(feature.name, parameters.isEnabled)
        tables.announce()
        let reason = await availability.unavailableReason(
            of: feature, environment: environment.variables(under: table.settings))
        return FeatureReply(name: feature.name, unavailable: reason, warning: warning)
    }

    private static func unknownFeature(_ name: String, among known: [String], isEnabled: Bool) -> String {
        let shown = Printable.shown(name, limit: 64)
        guard name != "xcallback" else { return "the feature 'xcallback' is built in, and always on" }
        let start = "no feature '\(shown)'"
        if let near = nearest(to: name, among: known) { return "\(start); did you mean '\(near)'?" }
        // The name of a route begins with the name of its feature, which may have dots itself.
        if let owner = known.filter({ name.hasPrefix("\($0).") }).max(by: { $0.utf8.count < $1.utf8.count }) {
            let verb = isEnabled ? "enable" : "disable"
            return "\(start); a feature is a file with all its routes: 'xcallback \(verb) \(owner)'"
        }
        return "\(start); a feature is a file of routes, and 'xcallback status' lists them"
    }
}
