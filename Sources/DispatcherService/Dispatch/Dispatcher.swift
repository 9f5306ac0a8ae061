import DispatcherConfiguration
import DispatcherJournal
import DispatcherMessages
import Logging
import QueryCoding
import Synchronization
import SystemPackage
import URLSchemeRouter
import XCallbackURL

/// Takes a URL through all of its steps: accept, parse, route, judge, decode, run, outcome, callback; each is written down
/// before the next is taken.
final class Dispatcher: Sendable {
    let ledger: RequestLedger
    let recorder: RequestRecorder
    let work: BackgroundWork
    let opener: Opener
    let logger: Logger
    /// The daemon's own environment.
    let environment: [String: String]
    let notifier: DesktopNotifier
    let availability: FeatureAvailability
    let calls = PendingCalls()
    private let rates = RouteRates()
    private let current: Mutex<DispatchTable>
    private let takenUp = Mutex(JournalRecovery())

    init(
        table: DispatchTable, features: FeatureSwitches, journal: Journal, work: BackgroundWork,
        environment: [String: String], logger: Logger
    ) {
        current = Mutex(table)
        availability = FeatureAvailability(switches: features)
        self.work = work
        self.environment = environment
        self.logger = logger
        ledger = RequestLedger(limits: table.requestLimits)
        recorder = RequestRecorder(journal: journal, logger: logger)
        opener = Opener(own: environment, logger: logger)
        notifier = DesktopNotifier(work: work, logger: logger)
        if FileDescriptor.nullDevice.rawValue < 0 { logger.error("/dev/null cannot be opened") }
    }

    /// The table that new requests run under. Requests that are in keep theirs.
    var table: DispatchTable {
        get { current.withLock { $0 } }
        set {
            current.withLock { $0 = newValue }
            ledger.setLimits(newValue.requestLimits)
        }
    }

    /// What was left unfinished when we started.
    var recovered: JournalRecovery {
        get { takenUp.withLock { $0 } }
        set { takenUp.withLock { $0 = newValue } }
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

    /// Writes down that a request came in which was accepted, so that it can be told that it was. Throws 503 if it cannot
    /// be written down; the request is over then.
    func record(_ id: RequestID, _ submission: Submission) async throws(OutcomeError) {
        var request = Request(id: id, submission: submission, table: table)
        do {
            // What is wrong with it is found when it runs; here it only tells what is secret.
            do { try judge(&request) } catch {}
            try await recorder.accept(&request)
        } catch {
            ledger.settle(id)
            throw error
        }
    }

    /// Runs a request that was accepted.
    /// - Parameter isRecorded: Whether that is written down.
    func run(_ id: RequestID, _ submission: Submission, isRecorded: Bool = false) async -> OutcomeReply {
        defer { ledger.settle(id) }
        var request = Request(id: id, submission: submission, table: table)
        request.isRecorded = isRecorded
        let outcome: Outcome
        do {
            outcome =
                switch submission.kind {
                case .dispatch: try await carryOut(&request)
                case .call(let timeout, _): try await call(&request, within: timeout)
                }
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
    func carryOut(_ request: inout Request) async throws -> Outcome {
        while true {
            try judge(&request)
            do {
                switch try await perform(&request) {
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

    private func perform(_ request: inout Request) async throws -> Step {
        guard let match = request.match else { throw OutcomeError(.noRoute, "no route") }
        let route = match.entry.payload
        if let rate = route.rate(at: request.submission.door) {
            try rates.admit(route.name, door: request.submission.door, rate: rate)
        }
        try await checkAvailability(request)
        switch route.action {
        case .builtIn(let builtIn): return .ended(.success(try await builtIn.perform(request, calls)))
        case .closure(let handler):
            try await startRunning(&request, route: route.name)
            defer { ledger.finishRunning(route: route.name) }
            try await recorder.begin(&request)
            return .ended(.success(try await handler.perform(request.parameters).object))
        case .definition(let definition): return try await perform(definition, &request)
        }
    }

    /// Waits for its turn, as a request that is written down.
    func startRunning(_ request: inout Request, route: String) async throws {
        if !ledger.hasRoom(for: route) { try await recorder.accept(&request) }
        try await ledger.startRunning(request.id, route: route)
    }

    private func perform(_ definition: RouteDefinition, _ request: inout Request) async throws -> Step {
        switch definition.action {
        case .run(let arguments):
            try await startRunning(&request, route: definition.name)
            defer { ledger.finishRunning(route: definition.name) }
            return .ended(try await runCommand(arguments, definition, &request))
        case .open(let template):
            let url = try template.url(input: request.input, request: request.value(of:))
            return .ended(try await open(url, &request))
        case .redirect(let template):
            return .redirected(try template.url(input: request.input, request: request.value(of:)))
        case .worker: return .ended(try await performByWorker(definition, &request))
        }
    }

    /// An `open` route. A URL of one of our own schemes is a request of its own, whose outcome is the outcome; of any
    /// other it is success that the opener started.
    private func open(_ url: String, _ request: inout Request) async throws -> Outcome {
        let departure = try request.release(url, as: .open)
        try await recorder.begin(&request)
        switch departure {
        case .dispatch(let next): return await dispatch(next).outcome
        case .open(let target):
            if let reason = await hand(target, request) { throw OutcomeError(.failed, reason) }
            return .success
        }
    }
}
