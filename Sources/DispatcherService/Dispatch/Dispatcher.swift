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

/// Takes requests through their lives: accept, parse, match, check, approve, run the handler, record the end, deliver the
/// callback, report. Each step is recorded before the next step is taken. Each part that requests use is built once, from
/// the other parts that it needs.
///
/// This type is a class, because a value of so many references would be copied for each request.
final class Dispatcher: Sendable {
    let tables: TableKeeper
    let ledger: RequestLedger
    let journal: Journal
    let recorder: RequestRecorder
    let recovery: RequestRecovery
    let work: BackgroundWork
    let cancellations: Cancellations
    let pauses: SocketPauses
    let availability: FeatureAvailability
    let decisions: CurrentDecisions
    let approval: RequestApproval
    let consent: UserConsent
    let handlers: RequestHandlers
    let calls: AppCalls
    let opener: URLOpener
    let owners: SchemeOwners
    let commands: any CommandRunning
    let environment: ChildEnvironment
    /// The session in which the user sees dialogs and notifications.
    let session: PresentSession
    let notifier: DesktopNotifier
    let notifications: RequestNotifications
    let log: OutcomeLog
    let logger: Logger
    let clock: Timestamp.Clock
    let firstAnswer = Event()
    /// Ends what the desktop shows after clicks.
    let startups = FileQueue()

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
        self.tables = tables
        ledger = tables.ledger
        self.work = work
        self.journal = journal
        cancellations = Cancellations(work: work)
        self.logger = logger
        self.commands = commands
        self.pauses = pauses ?? SocketPauses(state: nil, logger: logger)
        self.environment = ChildEnvironment(own: environment)
        availability = FeatureAvailability(switches: features, commands: commands, clock: clock)
        decisions = CurrentDecisions(
            check: { [pauses = self.pauses, availability] request throws(OutcomeError) in
                if let pause = pauses.current(of: request.submission.door, at: clock()) { throw pause.refusal }
                try availability.checkSwitch(of: request.currentRoute(in: tables.table).feature)
            }, nextChange: { tables.nextChange })
        recorder = RequestRecorder(journal: journal, logger: logger)
        session = PresentSession(commands: commands, own: environment)
        notifier = DesktopNotifier(commands: commands, session: session, logger: logger, clock: clock)
        let folder = environment["XCALLBACK_SOCKET_DIRECTORY"] ?? ""
        let prompt = Prompt(commands: commands, in: folder, logger: logger)
        let apps = apps ?? Opener(own: environment, logger: logger)
        opener = URLOpener(
            opener: apps, environment: self.environment, turns: OpenerTurns(ledger: ledger, clock: clock))
        owners = SchemeOwners(environment: self.environment, apps: apps)
        notifications = RequestNotifications(
            notifier: notifier, environment: self.environment, recorder: recorder, work: work, logger: logger)
        consent = UserConsent(
            ledger: ledger, grants: grants, prompt: prompt, environment: self.environment, session: session,
            apps: apps, notifications: notifications, clock: clock, rest: rest)
        log = OutcomeLog(logger: logger, ledger: ledger, clock: clock)
        calls = AppCalls(ledger: ledger, clock: clock)
        handlers = RequestHandlers(
            builtIn: BuiltInHandler(calls: calls),
            command: CommandHandler(commands: commands, environment: self.environment, logger: logger, clock: clock),
            open: OpenHandler(opener: opener, notifications: notifications),
            worker: WorkerHandler(clock: clock, serving: tables.workers),
            appCall: AppCallHandler(calls: calls, opener: opener))
        approval = RequestApproval(
            ledger: ledger, recorder: recorder, availability: availability, consent: consent, handlers: handlers,
            environment: self.environment, clock: clock)
        recovery = RequestRecovery(begun: clock())
    }

    /// The table for new requests. Accepted requests keep their table.
    var table: DispatchTable { tables.table }

    /// The current time.
    var now: Timestamp { clock() }

    /// Makes a request that begins now, with the latest table.
    func receive(_ submission: Submission, as id: RequestID? = nil) -> ReceivedRequest {
        ReceivedRequest(id: id ?? makeID(), submission: submission, table: table, begun: now)
    }

    /// Makes the id of a request that begins now.
    func makeID() -> RequestID { RequestID(milliseconds: UInt64(clamping: now.wall)) }

    /// Runs a URL to its outcome. The reply is sent when the opener of its callback has started.
    ///
    /// A request that starts nothing, and whose rows may be recorded later, waits for nothing.
    func dispatch(_ submission: Submission) async -> OutcomeReply { await run(submission, as: makeID()).reply }

    /// Runs a URL to its outcome.
    /// - Parameter onRecord: Called once the request is recorded or has ended, then each time that it is recorded again.
    func run(
        _ submission: Submission, as id: RequestID, onRecord: @escaping @Sendable () -> Void = {}
    ) async -> (reply: OutcomeReply, standing: Conclusion.Standing) {
        let admission: Admission
        do throws(OutcomeError) {
            admission = try admit(submission, as: id, onRecord: onRecord)
        } catch {
            return (refusal(of: submission, as: id, error), .turnedAway)
        }
        let end = await carryOut(admission)
        return (end.reply, end.conclusion.standing)
    }

    /// Accepts a request. Throws 503 while the daemon is full or stops.
    /// - Parameter isPromised: Whether the request runs by ``start(_:_:)``.
    func admit(
        _ submission: Submission, as id: RequestID, isPromised: Bool = false,
        onRecord: @escaping @Sendable () -> Void = {}
    ) throws(OutcomeError) -> Admission {
        try ledger.with { shared throws(OutcomeError) in try shared.places.accept(id, at: submission.door) }
        return Admission(
            receive(submission, as: id), of: nil, ledger, recorder, decisions, cancellations, isPromised: isPromised,
            onRecord)
    }

    /// Accepts a request that cannot be refused any more: the previous daemon accepted it, or it follows from an accepted
    /// request.
    /// - Parameter parent: The request that waits for the outcome; nil if no request waits.
    /// - Parameter life: The life so far.
    func keep(
        _ received: ReceivedRequest, _ life: Life = .accepted, of parent: RequestID? = nil, isPromised: Bool = false
    ) -> Admission {
        let hold: RequestPlaces.Hold = received.isRecovered ? .recorded : .kept
        ledger.with { $0.places.keep(received.id, at: received.submission.door, life, hold) }
        return Admission(received, of: parent, ledger, recorder, decisions, cancellations, isPromised: isPromised)
    }

    /// Starts to run a promised request, and returns once the request is recorded, so that it has its outcome even if
    /// this process is killed. Throws 503.
    func start(_ admission: Admission, _ run: @escaping @Sendable () async -> Void) async throws(OutcomeError) {
        guard work.start(run) else { throw OutcomeError(.draining, "the daemon is stopping") }
        try await admission.waitUntilRecorded()
    }

    /// Runs an accepted request to its outcome, and reports it.
    func carryOut(_ admission: Admission) async -> (reply: OutcomeReply, conclusion: Conclusion) {
        let received = admission.received
        let result =
            switch received.submission.kind {
            case .dispatch: await perform(admission)
            case .call(let timeout, _, _): await call(admission, within: timeout)
            }
        let (ended, wait) = cancellations.end(result, of: received, admission.parent)
        guard case .cancelled(let canceller) = wait else {
            return admission.parent == nil
                ? await end(admission, ended, after: wait) : await endApart(admission, ended, after: wait)
        }
        let end = await endApart(admission, ended, after: wait)
        canceller.give(end.reply)
        return end
    }

    /// Takes a request through its steps, until it has its outcome. The URL of a redirect takes all steps again, and
    /// so does a request whose route declined, from the next route on.
    func perform(_ admission: Admission) async -> Conclusion {
        var (received, declined) = (admission.received, 0)
        while true {
            var progress = RequestProgress.received(received)
            do {
                // The owners are looked up before a step can fail, because the error may go to a callback.
                await lookUpOwners(for: progress, admission)
                let pause = pauses.current(of: received.submission.door, at: now)
                if let error = pause?.refusal(of: received) { throw error }
                let url = try received.parse()
                progress = .parsed(received, url)
                let matched = try MatchedRequest(received, url, declined: declined)
                progress = .matched(matched)
                await lookUpOwners(for: progress, admission)
                let approved = try await approval.approve(matched, admission)
                progress = .matched(matched, isConfirmed: approved.isConfirmed)
                switch try await handlers.perform(approved, admission) {
                case .outcome(let outcome): return Conclusion(progress, outcome)
                case .redirect(let target): (received, declined) = (try matched.redirected(to: target), 0)
                case .forward(let next): return await follow(next, of: approved)
                }
            } catch let error as OutcomeError where progress.matched == nil {
                return Conclusion(progress, failure: calls.end(byMalformed: received, error))
            } catch is Declined {
                declined += 1
            } catch {
                return Conclusion(progress, failure: error)
            }
        }
    }

    private func lookUpOwners(for progress: RequestProgress, _ admission: Admission) async {
        guard !progress.schemesToLookUp.isEmpty else { return }
        await admission.mayWait()
        await owners.lookUp(for: progress)
    }

    /// Runs a URL that an accepted request opens. The request gets the outcome of the URL.
    ///
    /// Inlined, its frame would be part of the frame of every request.
    @inline(never)
    private func follow(_ next: Submission, of request: ApprovedRequest) async -> Conclusion {
        let admission = keep(receive(next), of: request.id)
        let (reply, followed) = await work.run { await self.carryOut(admission) }
        // The outcome brings the secrets of all requests that it passed through.
        let matched = request.matched.hidingSecrets(of: followed.progress)
        let progress = RequestProgress.matched(matched, isConfirmed: request.isConfirmed)
        // If this request was cancelled, an error of the request that followed is not an answer.
        if Task.isCancelled, case .error(let error) = reply.outcome { return Conclusion(progress, failure: error) }
        return Conclusion(progress, reply.outcome, cancelReason: reply.cancelReason, following: followed)
    }

    /// Passes a URL through the steps before a handler, which every request takes, and returns after that.
    ///
    /// The probe shows that a thread takes requests, and that no lock stops them. The probe records
    /// nothing: a restart does not help a disk that stalls.
    func probe() async {
        let submission = Submission(url: Array("xcallback:///ping".utf8), door: .control)
        let received = receive(submission)
        do throws(OutcomeError) {
            let matched = try MatchedRequest(received, received.parse())
            _ = try ApprovedRequest(checking: matched, token: await TokenFiles.text(for: matched))
        } catch {
            // An error is an answer too.
            logger.warning("the probe of the watchdog failed", metadata: ["error": "\(error)"])
        }
        _ = ledger.with { $0.places.counts }
    }

    /// Announces the end of a file's pause, if the pause has an end, so that agents list the routes again.
    func announceEnd(ofPause file: String) {
        guard case .off(let end?) = availability.switches.current(of: file, at: now) else { return }
        work.start { [self] in
            // The wait ends late if the machine sleeps. Another end has its own wait.
            while availability.switches.current(of: file, at: now) == .off(until: end) {
                let rest = Duration.milliseconds(end - now.wall)
                guard await Deadline.wait(for: min(rest, .seconds(60))) else { return }
            }
            tables.announce()
        }
    }
}
