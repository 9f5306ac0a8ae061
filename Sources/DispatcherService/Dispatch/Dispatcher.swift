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
    let availability: FeatureAvailability
    private let rates = RouteRates()
    private let current: Mutex<DispatchTable>

    init(
        table: DispatchTable, features: FeatureSwitches, work: BackgroundWork, environment: [String: String],
        logger: Logger
    ) {
        current = Mutex(table)
        availability = FeatureAvailability(switches: features)
        self.work = work
        self.environment = environment
        self.logger = logger
        ledger = RequestLedger(limits: table.requestLimits)
        opener = Opener(own: environment, logger: logger)
        notifier = DesktopNotifier(work: work, logger: logger)
    }

    /// The table that new requests run under. Requests that are in keep theirs.
    var table: DispatchTable {
        get { current.withLock { $0 } }
        set {
            current.withLock { $0 = newValue }
            ledger.setLimits(newValue.requestLimits)
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
        var request = Request(id: id, submission: submission, table: table)
        let outcome: Outcome
        do {
            outcome = try await carryOut(&request)
        } catch let error as OutcomeError {
            outcome = .error(error)
        } catch is CancelledByUser {
            outcome = .cancel
        } catch {
            outcome = .error(OutcomeError(reporting: error))
        }
        return await conclude(request, outcome)
    }

    /// Goes on through redirects and handlers that decline, each next route being judged like the first, to the one
    /// outcome.
    private func carryOut(_ request: inout Request) async throws -> Outcome {
        while true {
            try judge(&request)
            do {
                switch try await perform(request) {
                case .ended(let outcome): return outcome
                case .redirected(let url): try request.redirect(to: url)
                }
            } catch is Declined {
                request.decline()
            }
        }
    }

    /// Everything that is decided before the handler runs.
    func judge(_ request: inout Request) throws(OutcomeError) {
        try request.parse()
        try request.route()
        try request.checkCallbacks()
        try request.checkDesktopRule()
        try request.decode()
    }

    /// What a route makes of a request.
    private enum Step {
        case ended(Outcome)
        case redirected(String)
    }

    private func perform(_ request: Request) async throws -> Step {
        guard let match = request.match else { throw OutcomeError(.noRoute, "no route") }
        let route = match.entry.payload
        if let rate = route.rate(at: request.submission.door) {
            try rates.admit(route.name, door: request.submission.door, rate: rate)
        }
        try await checkAvailability(request)
        switch route.action {
        case .builtIn(let builtIn): return .ended(.success(try builtIn.perform(request.parameters)))
        case .closure(let handler):
            try await ledger.startRunning(request.id, route: route.name)
            defer { ledger.finishRunning(route: route.name) }
            return .ended(.success(try await handler.perform(request.parameters).object))
        case .definition(let definition): return try await perform(definition, request)
        }
    }

    private func perform(_ definition: RouteDefinition, _ request: Request) async throws -> Step {
        switch definition.action {
        case .run(let arguments):
            try await ledger.startRunning(request.id, route: definition.name)
            defer { ledger.finishRunning(route: definition.name) }
            return .ended(try await runCommand(arguments, definition, request))
        case .open(let template):
            let url = try template.url(input: request.input, request: request.value(of:))
            return .ended(try await open(url, request))
        case .redirect(let template):
            return .redirected(try template.url(input: request.input, request: request.value(of:)))
        }
    }

    /// An `open` route. A URL of one of our own schemes is a request of its own, whose outcome is the outcome; of any
    /// other it is success that the opener started.
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
            return await dispatch(try request.submission.following(url)).outcome
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
            id: request.id.description, url: request.given, route: request.match?.entry.name,
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
            do {
                let next = try request.submission.following(url)
                work.start { _ = await self.dispatch(next) }
                return CallbackReport(url: url, state: .dispatched)
            } catch {
                return CallbackReport(url: url, state: .refused, reason: "\(error.message) (\(error.code))")
            }
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

    /// An error that no callback tells is told here at the default level, and every request of a feature with `log`;
    /// without a word that the URL brought.
    private func log(_ request: Request, _ outcome: Outcome, isTold: Bool) {
        let milliseconds = Int((.now - request.begun) / .milliseconds(1))
        var metadata: Logger.Metadata = [
            "id": "\(request.id)", "door": "\(request.submission.door.rawValue)",
            "route": "\(request.match?.entry.name ?? "-")", "outcome": "\(outcome.kind.rawValue)",
            "milliseconds": "\(milliseconds)",
        ]
        if case .error(let error) = outcome { metadata["code"] = "\(error.code)" }
        if request.match?.entry.payload.feature?.isLogged ?? false {
            logger.notice("request", metadata: metadata)
        } else if case .error = outcome, !isTold {
            logger.notice("a request failed, and nobody was called back", metadata: metadata)
        }
        if case .error(let error) = outcome {
            metadata["message"] = "\(Printable.line(error.message, limit: 512))"
            if let detail = error.detail { metadata["detail"] = "\(Printable.line(detail, limit: 512))" }
        }
        if let hints = request.nearMisses.first { metadata["hint"] = "\(Printable.line(hints, limit: 256))" }
        logger.info("request ended", metadata: metadata)
    }
}
