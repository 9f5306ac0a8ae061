import DispatcherCommands
import DispatcherConfiguration
import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import Logging
import QueryCoding
import URLSchemeRouter
import UnixSystem
import XCallbackURL

/// Takes requests through their steps: accept, parse, route, prepare, approve, run, end, report. Each step is recorded
/// before the next step is taken.
final class Dispatcher: Sendable {
    let tables: TableKeeper
    let ledger: RequestLedger
    let recorder: RequestRecorder
    let work: BackgroundWork
    let environment: ChildEnvironment
    let opener: URLOpener
    let notifier: DesktopNotifier
    let availability: FeatureAvailability
    let pauses: SocketPauses
    let decisions: CurrentDecisions
    let calls: AppCalls
    let logger: Logger
    let commands: any CommandRunning
    let consent: UserConsent
    let owners: SchemeOwners
    let notifications: RequestNotifications
    let log: OutcomeLog
    /// The session in which the user sees dialogs and notifications.
    let session: PresentSession
    let handlers: RequestHandlers
    let clock: Timestamp.Clock
    let cancellations = Cancellations()
    let firstAnswer = Event()
    private let lastRecovery = Lock(JournalRecovery())
    private let idEnd: Lock<Duration>

    /// - Parameters:
    ///   - pauses: The pauses of the sockets; nil for pauses that are not stored.
    ///   - commands: Runs the commands of routes and features.
    ///   - apps: Opens URLs; nil for the opener of the desktop.
    ///   - clock: The clock for everything except the timers of waits.
    ///   - rest: The time between the questions of two requests.
    init(
        tables: TableKeeper, features: FeatureSwitches, grants: Grants, journal: Journal, work: BackgroundWork,
        environment: [String: String], logger: Logger, pauses: SocketPauses? = nil, commands: any CommandRunning,
        apps: (any URLOpening)? = nil, clock: @escaping Timestamp.Clock = { .now }, rest: Duration = .seconds(1)
    ) {
        self.clock = clock
        idEnd = Lock(clock().uptime + Journal.clientIDLifetime)
        self.tables = tables
        ledger = tables.ledger
        self.work = work
        self.logger = logger
        self.commands = commands
        self.pauses = pauses ?? SocketPauses(state: nil, logger: logger)
        self.environment = ChildEnvironment(own: environment)
        availability = FeatureAvailability(switches: features, commands: commands, clock: clock)
        decisions = CurrentDecisions(tables: tables, pauses: self.pauses, availability: availability, clock: clock)
        recorder = RequestRecorder(journal: journal, logger: logger)
        session = PresentSession(commands: commands, own: environment)
        notifier = DesktopNotifier(commands: commands, session: session, logger: logger, clock: clock)
        let folder = environment["XCALLBACK_SOCKET_DIRECTORY"] ?? ""
        let prompt = Prompt(commands: commands, in: folder, logger: logger)
        consent = UserConsent(ledger: ledger, grants: grants, prompt: prompt, clock: clock, rest: rest)
        opener = URLOpener(
            opener: apps ?? Opener(own: environment, logger: logger), environment: self.environment,
            turns: OpenerTurns(ledger: ledger, clock: clock))
        owners = SchemeOwners(environment: self.environment, opener: opener)
        notifications = RequestNotifications(
            notifier: notifier, environment: self.environment, recorder: recorder, work: work, logger: logger)
        log = OutcomeLog(logger: logger, ledger: ledger, clock: clock)
        calls = AppCalls(ledger: ledger, clock: clock)
        handlers = RequestHandlers(
            builtIn: BuiltInHandler(calls: calls),
            command: CommandHandler(commands: commands, environment: self.environment, logger: logger, clock: clock),
            open: OpenHandler(opener: opener), worker: WorkerHandler(clock: clock, serving: tables.workers),
            appCall: AppCallHandler(calls: calls, opener: opener))
    }

    /// The table for new requests. Accepted requests keep their table.
    var table: DispatchTable { tables.table }

    /// The recovery of the requests that the previous daemon left unfinished.
    var recovered: JournalRecovery {
        get { lastRecovery.withLock { $0 } }
        set { lastRecovery.withLock { $0 = newValue } }
    }

    /// The uptime until which a client's id may refer to a request of the previous daemon.
    var recordedIDEnd: Duration {
        get { idEnd.withLock { $0 } }
        set { idEnd.withLock { $0 = newValue } }
    }

    /// The current time.
    var now: Timestamp { clock() }

    private func receive(_ submission: Submission, as id: RequestID? = nil) -> ReceivedRequest {
        ReceivedRequest(id: id ?? makeID(), submission: submission, table: table, begun: now)
    }

    /// Makes the id of a request that begins now.
    func makeID() -> RequestID { RequestID(milliseconds: UInt64(clamping: now.wall)) }

    /// Runs a URL to its outcome. The reply is sent when the opener of its callback has started.
    func dispatch(_ submission: Submission) async -> OutcomeReply {
        switch decide(submission) {
        case .ended(let reply, _), .refused(let reply): reply
        case .waits(let request): await run(request)
        }
    }

    /// Runs a URL that an accepted request opens. The request gets the outcome of the URL.
    /// - Returns: The reply, and the conclusion, whose progress has the secrets of all requests that the outcome passed
    ///   through. The conclusion is nil if the URL was refused before it was read.
    private func follow(_ reading: RequestProgress, of parent: RequestID) async -> (OutcomeReply, Conclusion?) {
        switch decide(reading.received, from: .taken(reading), isFollowUp: true) {
        case .ended(let reply, let conclusion): return (reply, conclusion)
        case .refused(let reply): return (reply, nil)
        case .waits(let request): return await carryOut(request, of: parent)
        }
    }

    /// Runs a URL up to the first step that waits. Ends the request without a wait if the request starts nothing, needs
    /// no row in the journal before the reply, and needs no other thread.
    func decide(_ submission: Submission, as id: RequestID? = nil) -> Decision {
        let received = receive(submission, as: id)
        return decide(received, from: .read(received))
    }

    /// - Parameter isFollowUp: Whether the request follows from an accepted request, so that it always has a place.
    private func decide(_ received: ReceivedRequest, from first: RequestStep, isFollowUp: Bool = false) -> Decision {
        let submission = received.submission
        do throws(OutcomeError) {
            guard case .dispatch = submission.kind else { return .waits(WaitingRequest(try admit(received))) }
            try ledger.with { shared throws(OutcomeError) in
                try shared.places.enter(at: submission.door, isFollowUp: isFollowUp)
            }
            let conclusion: Conclusion
            switch advance(first) {
            case .ended(let ended): conclusion = conclude(ended, isAccepted: false, isPromised: false)
            case let stop:
                let admission = isFollowUp ? keep(received, isCounted: true) : try admit(received, isCounted: true)
                return .waits(WaitingRequest(admission, .step(.stop(stop))))
            }
            guard conclusion.delivery == nil, conclusion.rows.map(recorder.post) ?? true else {
                return .waits(WaitingRequest(keep(received, isCounted: true), .concluded(conclusion)))
            }
            // The request before a follow-up needs the conclusion, which has the secrets of the follow-up.
            let reply = report(conclusion, isFollowed: isFollowUp)
            return conclusion.isUnaccepted && !isFollowUp ? .refused(reply) : .ended(reply, conclusion)
        } catch {
            return .refused(refusal(of: submission, as: received.id, error))
        }
    }

    /// Accepts a request. Throws 503 while the daemon is full or stops.
    /// - Parameter isPromised: Whether the request runs by ``start(_:_:)``.
    func admit(
        _ submission: Submission, as id: RequestID, isPromised: Bool = false
    ) throws(OutcomeError) -> Admission {
        try admit(receive(submission, as: id), isPromised: isPromised)
    }

    private func admit(
        _ received: ReceivedRequest, isPromised: Bool = false, isCounted: Bool = false
    ) throws(OutcomeError) -> Admission {
        try Admission(received, ledger, recorder, decisions, isPromised: isPromised, isCounted: isCounted)
    }

    /// Accepts a request that cannot be refused any more.
    /// - Parameter isCounted: Whether the ledger has already counted the request.
    func keep(_ received: ReceivedRequest, isPromised: Bool = false, isCounted: Bool = false) -> Admission {
        Admission(keeping: received, ledger, recorder, decisions, isPromised: isPromised, isCounted: isCounted)
    }

    /// Accepts the callback of a request that has its outcome.
    func keep(followUp next: Submission) -> Admission { keep(receive(next), isPromised: true) }

    /// Starts to run a promised request, and returns once the request is recorded, so that it has its outcome even if
    /// this process is killed. Throws 503.
    func start(_ admission: Admission, _ run: @escaping @Sendable () async -> Void) async throws(OutcomeError) {
        guard work.start(run) else { throw OutcomeError(.draining, "the daemon is stopping") }
        try await admission.waitUntilRecorded()
    }

    /// Runs an accepted request.
    func run(_ admission: Admission) async -> OutcomeReply { await run(WaitingRequest(admission)) }

    /// Runs an accepted request from the step that it reached.
    func run(_ request: WaitingRequest) async -> OutcomeReply { await carryOut(request, of: nil).reply }

    /// Runs an accepted request from the step that it reached.
    /// - Parameter parent: The request that waits for the outcome; nil if no request waits.
    func carryOut(_ request: WaitingRequest, of parent: RequestID? = nil) async -> (reply: OutcomeReply, Conclusion) {
        let admission = request.admission
        let conclusion: Conclusion
        switch request.state {
        case .concluded(let known): conclusion = known
        case .step(let step):
            let ended = await cancellations.perform(admission.received, of: parent) {
                switch admission.received.submission.kind {
                case .dispatch: await self.perform(step, admission)
                case .call(let timeout, _, _): await self.call(admission, within: timeout)
                }
            }
            // A request that was cancelled before its first step has a callback too.
            await owners.lookUp(for: ended.progress)
            conclusion = conclude(ended, isAccepted: admission.isRecorded, isPromised: admission.isPromised)
        }
        let reply = parent == nil ? await end(admission, conclusion) : await endApart(admission, conclusion)
        cancellations.end(admission.received, reply)
        return (reply, conclusion)
    }

    /// Continues through redirects to the final outcome. Each next URL takes all steps again.
    func perform(_ first: RequestStep, _ admission: Admission) async -> RequestResult {
        var step = first
        while true {
            switch advance(step, isRecorded: admission.isRecorded) {
            case .ended(let request): return request
            case .owners(let progress):
                await owners.lookUp(for: progress)
                step = progress.matched.map(begin) ?? .read(progress.received)
            case .token(let matched):
                let token = await TokenFiles.text(for: matched)
                step = check(matched, token: token)
            case .permission(let prepared):
                do {
                    step = .start(try await approve(prepared, admission))
                } catch {
                    step = self.step(of: prepared.matched, after: error)
                }
            case .handler(let request):
                do {
                    step = try self.step(of: request.matched, after: await handlers.perform(request, admission))
                } catch {
                    step = self.step(of: request.matched, after: error)
                }
            case .forwarded(let matched, let next):
                // The URL is read once, to run it and to find its secrets.
                let reading = RequestProgress(reading: receive(next))
                let (reply, followed) = await follow(reading, of: admission.received.id)
                let progress = RequestProgress.matched(matched.hidingSecrets(of: followed?.progress ?? reading))
                // If this request was cancelled, an error of the request that followed is not an answer.
                if Task.isCancelled, case .error(let error) = reply.outcome {
                    return RequestResult(progress, failure: error)
                }
                return RequestResult(progress, reply.outcome, cancelReason: reply.cancelReason, following: followed)
            }
        }
    }
}
