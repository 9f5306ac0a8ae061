import DispatcherCommands
import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import Logging
import RequestRecord
import UnixSystem
import XCallbackURL

/// The parts of the daemon that requests use. Each part is built once, from the other parts that it needs.
final class DispatcherParts: Sendable {
    let tables: TableKeeper
    let ledger: RequestLedger
    let journal: Journal
    let recorder: RequestRecorder
    let work: BackgroundWork
    let environment: ChildEnvironment
    let opener: URLOpener
    let notifier: DesktopNotifier
    let availability: FeatureAvailability
    let pauses: SocketPauses
    let calls: AppCalls
    let logger: Logger
    let commands: any CommandRunning
    let consent: UserConsent
    let owners: SchemeOwners
    let notifications: RequestNotifications
    /// The session in which the user sees dialogs and notifications.
    let session: PresentSession
    let clock: Timestamp.Clock
    let cancellations: Cancellations
    let dispatcher: Dispatcher
    let recovery: RequestRecovery

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
        let decisions = CurrentDecisions(tables: tables, pauses: self.pauses, availability: availability, clock: clock)
        recorder = RequestRecorder(journal: journal, logger: logger)
        session = PresentSession(commands: commands, own: environment)
        notifier = DesktopNotifier(commands: commands, session: session, logger: logger, clock: clock)
        let folder = environment["XCALLBACK_SOCKET_DIRECTORY"] ?? ""
        let prompt = Prompt(commands: commands, in: folder, logger: logger)
        let apps = apps ?? Opener(own: environment, logger: logger)
        opener = URLOpener(
            opener: apps, environment: self.environment, turns: OpenerTurns(ledger: ledger, clock: clock))
        owners = SchemeOwners(environment: self.environment, opener: opener)
        notifications = RequestNotifications(
            notifier: notifier, environment: self.environment, recorder: recorder, work: work, logger: logger)
        consent = UserConsent(
            ledger: ledger, grants: grants, prompt: prompt, environment: self.environment, session: session,
            apps: apps, notifications: notifications, clock: clock, rest: rest)
        let log = OutcomeLog(logger: logger, ledger: ledger, clock: clock)
        calls = AppCalls(ledger: ledger, clock: clock)
        let handlers = RequestHandlers(
            builtIn: BuiltInHandler(calls: calls),
            command: CommandHandler(commands: commands, environment: self.environment, logger: logger, clock: clock),
            open: OpenHandler(opener: opener, notifications: notifications),
            worker: WorkerHandler(clock: clock, serving: tables.workers),
            appCall: AppCallHandler(calls: calls, opener: opener))
        let approval = RequestApproval(
            ledger: ledger, recorder: recorder, availability: availability, consent: consent, handlers: handlers,
            environment: self.environment, clock: clock)
        dispatcher = Dispatcher(
            tables: tables, ledger: ledger, recorder: recorder, work: work, pauses: self.pauses, decisions: decisions,
            owners: owners, approval: approval, handlers: handlers, calls: calls, opener: opener,
            cancellations: cancellations, notifications: notifications, log: log, logger: logger, clock: clock)
        recovery = RequestRecovery(
            dispatcher: dispatcher, journal: journal, owners: owners, recorder: recorder, notifications: notifications,
            logger: logger, clock: clock)
    }
}
