import DispatcherConfiguration
import DispatcherMessages
import Logging
import QueryCoding
import Synchronization
import URLSchemeRouter
import XCallbackURL

/// Takes a URL through all of its steps: accept, parse, route, judge, decode, run, outcome, callback.
final class Dispatcher: Sendable {
    let ledger: RequestLedger
    let work: BackgroundWork
    let opener: Opener
    let logger: Logger
    /// The daemon's own environment.
    let environment: [String: String]
    private let notifier: DesktopNotifier
    private let availability = FeatureAvailability()
    private let rates = RouteRates()
    private let current: Mutex<DispatchTable>

    init(table: DispatchTable, work: BackgroundWork, environment: [String: String], logger: Logger) {
        current = Mutex(table)
        self.work = work
        self.environment = environment
        self.logger = logger
        let limits = table.settings.limits
        ledger = RequestLedger(limits: .init(running: limits.running, waiting: limits.waiting))
        opener = Opener(own: environment, logger: logger)
        notifier = DesktopNotifier(work: work, logger: logger)
    }

    /// The table that new requests run under. Requests that are in keep theirs.
    var table: DispatchTable {
        get { current.withLock { $0 } }
        set {
            current.withLock { $0 = newValue }
            let limits = newValue.settings.limits
            ledger.setLimits(.init(running: limits.running, waiting: limits.waiting))
        }
    }

    /// Runs a URL to its outcome. The reply leaves when the opener of its callback was started.
    func dispatch(_ submission: Submission) async -> OutcomeReply {
        let id = RequestID()
        do {
            try ledger.accept(id)
        } catch {
            return OutcomeReply(id: id.description, url: submission.text, outcome: .error(error))
        }
        return await run(id, submission)
    }

    /// Runs a request that was accepted.
    func run(_ id: RequestID, _ submission: Submission) async -> OutcomeReply {
        defer { ledger.settle(id) }
        let table = table
        var request = Request(id: id, submission: submission, table: table)
        let outcome: Outcome
        do {
            try judge(&request)
            outcome = try await perform(request)
        } catch let error as OutcomeError {
            outcome = .error(error)
        } catch is CancelledByUser {
            outcome = .cancel
        } catch is Declined {
            outcome = .error(request.url.map { table.routes.noRoute(for: $0) } ?? OutcomeError(.noRoute, "no route"))
        } catch {
            outcome = .error(OutcomeError(reporting: error))
        }
        return await conclude(request, outcome)
    }

    /// Everything that is decided before the handler runs.
    func judge(_ request: inout Request) throws(OutcomeError) {
        try request.parse()
        try request.route()
        try request.checkCallbacks()
        try request.checkDesktopRule()
        try request.decode()
    }

    private func perform(_ request: Request) async throws -> Outcome {
        guard let match = request.match else { return .error(OutcomeError(.noRoute, "no route")) }
        let route = match.entry.payload
        if request.submission.door == .desktop, let rate = route.desktopRate {
            try rates.admit(route.name, rate: rate)
        }
        if let feature = route.feature {
            try await availability.check(
                feature, environment: childEnvironment(request.submission.environment, also: []))
        }
        switch route.action {
        case .builtIn(let builtIn): return .success(try builtIn.perform(request.parameters))
        case .closure(let handler):
            await ledger.startRunning(request.id)
            defer { ledger.finishRunning() }
            return .success(try await handler.perform(request.parameters).object)
        case .definition(let definition): return try await perform(definition, request)
        }
    }

    private func perform(_ definition: RouteDefinition, _ request: Request) async throws -> Outcome {
        switch definition.action {
        case .run(let arguments):
            await ledger.startRunning(request.id)
            defer { ledger.finishRunning() }
            return try await runCommand(arguments, definition, request)
        case .open(let template):
            let url = try template.url(input: request.input, request: request.value(of:))
            return try await open(url, request)
        }
    }

    /// An `open` route: to one of our own schemes its outcome is the outcome, else success is that the opener started.
    private func open(_ url: String, _ request: Request) async throws -> Outcome {
        let target: CallbackURL
        do {
            target = try CallbackURL(url)
        } catch {
            throw OutcomeError(.failed, "the route opens what is no URL: \(error)")
        }
        guard url.utf8.count <= CallbackURL.maximumLength else {
            throw OutcomeError(.tooLarge, "the URL to open is longer than \(CallbackURL.maximumLength) bytes")
        }
        if request.table.schemes.contains(target.scheme) {
            let next = request.submission.following(url)
            guard next.depth <= Submission.maximumDepth else {
                throw OutcomeError(.loop, "requests follow from each other more than \(Submission.maximumDepth) deep")
            }
            return await dispatch(next).outcome
        }
        if let reason = await hand(target.text, scheme: target.scheme, request) { throw OutcomeError(.failed, reason) }
        return .success
    }

    // MARK: - After the outcome

    /// Records the outcome, claims the callback, opens it, and makes the reply.
    private func conclude(_ request: Request, _ decided: Outcome) async -> OutcomeReply {
        var outcome = decided
        var url = request.callbacks.url(for: outcome)
        if let length = url?.utf8.count, length > CallbackURL.maximumLength {
            let limit = CallbackURL.maximumLength
            outcome = .error(
                OutcomeError(.tooLarge, "the callback is \(length) bytes long, and \(limit) can be opened"))
            url = request.callbacks.url(for: outcome)
            if let length = url?.utf8.count, length > limit { url = nil }
        }
        _ = ledger.end(request.id)
        var report: CallbackReport?
        if ledger.claim(request.id) {
            report = await callBack(request, outcome, url)
        }
        let isTold = report?.state == .opened || report?.state == .dispatched
        log(request, outcome, isTold: isTold)
        if case .error(let error) = outcome, request.submission.door == .desktop, !isTold,
            request.table.settings.notifications
        {
            notifier.tell(error, of: request, environment: childEnvironment(request.submission.environment, also: []))
        }
        return OutcomeReply(
            id: request.id.description, url: request.submission.text, route: request.match?.entry.name,
            outcome: outcome, callback: report)
    }

    private func callBack(_ request: Request, _ outcome: Outcome, _ url: String?) async -> CallbackReport? {
        guard let url, let callback = request.callbacks[outcome.kind] else {
            guard let fault = request.callbacks.faults.first(where: { $0.kind == outcome.kind }) else { return nil }
            return CallbackReport(url: fault.text ?? "", state: .refused, reason: fault.description)
        }
        switch request.verdict(callback) {
        case .refuse(let reason): return CallbackReport(url: url, state: .refused, reason: reason)
        case .ask:
            return CallbackReport(
                url: url, state: .refused, reason: "nobody was asked whether \(callback.scheme): may be opened")
        case .dispatch:
            let next = request.submission.following(url)
            guard next.depth <= Submission.maximumDepth else {
                let reason = "callbacks follow from each other more than \(Submission.maximumDepth) deep (508)"
                return CallbackReport(url: url, state: .refused, reason: reason)
            }
            work.start { _ = await self.dispatch(next) }
            return CallbackReport(url: url, state: .dispatched)
        case .open:
            let reason = await hand(url, scheme: callback.scheme, request)
            return CallbackReport(url: url, state: reason == nil ? .opened : .failed, reason: reason)
        }
    }

    private func hand(_ url: String, scheme: Scheme, _ request: Request) async -> String? {
        await opener.open(
            url, scheme: scheme, command: request.table.settings.opener.command(for: scheme),
            environment: childEnvironment(request.submission.environment, also: []),
            requested: request.submission.environment)
    }

    func childEnvironment(_ requested: [String: String], also extra: [String]) -> [String: String] {
        SessionEnvironment.child(
            of: environment, request: requested, alsoAllowing: table.settings.environment + extra)
    }

    /// An error that no callback tells is told here at the default level, without a word that the URL brought.
    private func log(_ request: Request, _ outcome: Outcome, isTold: Bool) {
        var metadata: Logger.Metadata = [
            "id": "\(request.id)", "door": "\(request.submission.door.rawValue)",
            "route": "\(request.match?.entry.name ?? "-")", "outcome": "\(outcome.kind.rawValue)",
        ]
        if case .error(let error) = outcome {
            metadata["code"] = "\(error.code)"
            if !isTold { logger.notice("a request failed, and nobody was called back", metadata: metadata) }
            metadata["message"] = "\(Printable.line(error.message, limit: 512))"
            if let detail = error.detail { metadata["detail"] = "\(Printable.line(detail, limit: 512))" }
        }
        if let hints = request.nearMisses.first { metadata["hint"] = "\(Printable.line(hints, limit: 256))" }
        logger.info("request ended", metadata: metadata)
    }
}
