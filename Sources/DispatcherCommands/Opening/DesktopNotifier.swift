import DispatcherMessages
package import Logging
package import UnixSystem

/// Shows desktop notifications. A click without a visible effect needs an explanation.
package final class DesktopNotifier: Sendable {
    private let commands: any CommandRunning
    private let session: PresentSession
    private let logger: Logger
    private let clock: Timestamp.Clock
    /// The times of the recent notifications of each kind: a page that sends many requests must not fill the screen.
    private let shown = Lock<[NotificationKind: [Timestamp]]>([:])

    /// The maximum number of notifications of a kind in a period.
    private static let limit = 5
    private static let period = Duration.seconds(60)

    package init(
        commands: any CommandRunning, session: PresentSession, logger: Logger, clock: @escaping Timestamp.Clock
    ) {
        self.session = session
        self.commands = commands
        self.logger = logger
        self.clock = clock
    }

    /// Shows a notification in the user's present session, unless there is no program for it or the limit of its kind
    /// is reached.
    /// - Parameters:
    ///   - body: The lines, without secrets. The values in the lines must already be shown.
    ///   - environment: The variables of the notification program, in addition to the variables of the session.
    package func show(
        _ title: String, _ body: [String], kind: NotificationKind, environment: [String: String]
    ) async {
        // The count comes first: while many requests arrive, the search for a missing program would occupy the
        // processors.
        guard mayShow(kind, counting: true), let program = ProgramSearch.find("notify-send", in: environment) else {
            return
        }
        let environment = await session.variables(over: environment)
        let lines = body.map { Printable.message($0, limit: 400, isolated: true) }
        let title = Printable.encoded(Printable.message(title, limit: 200, isolated: true), for: environment)
        let text = Printable.markup(Printable.encoded(lines.joined(separator: "\n"), for: environment))
        let command = CommandRunner.Command(
            arguments: [program, "--app-name=xcallbackd", "--icon=xcallback", "--", title, text],
            environment: environment, directory: "/", outputLimit: 4096, timeout: .seconds(5))
        do {
            _ = try await commands.run(command)
        } catch {
            logger.debug("no notification could be shown", metadata: ["error": "\(error)"])
        }
    }

    /// Returns whether one more notification of a kind would be shown.
    /// - Parameter isCounted: Whether the notification is shown now.
    package func mayShow(_ kind: NotificationKind, counting isCounted: Bool = false) -> Bool {
        let now = clock()
        return shown.withLock { shown in
            let times = shown[kind, default: []].filter { now.since($0) <= Self.period }
            guard times.count < Self.limit else { return false }
            if isCounted { shown[kind] = times + [now] }
            return true
        }
    }
}

/// The subject of a notification. Each kind has its own limit: any page can cause failing clicks, and many of them must
/// not hide the daemon's reports about itself.
package enum NotificationKind: Sendable, Hashable {
    /// A click ended with an error that no callback reports.
    case failedClick
    /// A callback or a link of a click did not reach its app.
    case lostAnswer
    /// The result of a route with `notify: true`.
    case result
    /// A journal that left its file, or a configuration that stops every request.
    case daemon
    /// The questions of a route or of a socket are muted.
    case mutedQuestions
}
