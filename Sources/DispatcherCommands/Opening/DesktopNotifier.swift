import DispatcherMessages
package import Logging
import Synchronization
package import UnixSystem

/// Shows desktop notifications: a click that does nothing needs a reason.
package final class DesktopNotifier: Sendable {
    private let commands: any CommandRunning
    private let session: PresentSession
    private let logger: Logger
    private let clock: Timestamp.Clock
    /// The times of the last ones of each kind: a page that sends a flood must not fill the screen.
    private let shown = Mutex<[NotificationKind: [Timestamp]]>([:])

    /// The most notifications of a kind in a period.
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

    /// Shows a notification in the user's present session, if there is a program for it and there were not too many of its
    /// kind.
    /// - Parameters:
    ///   - body: One line; of a result, several.
    ///   - environment: The variables of that program, besides those of the session.
    package func show(
        _ title: String, _ body: String, kind: NotificationKind, environment: [String: String]
    ) async {
        // Counted first: in a flood, the search alone would keep the processors busy where there is no such program.
        guard count(kind), let program = ProgramSearch.find("notify-send", in: environment) else { return }
        let environment = await session.variables(over: environment)
        let lines = kind == .result ? body.split(whereSeparator: \.isNewline).map(String.init) : []
        let text =
            kind == .result
            ? lines.map { Printable.shown($0, limit: 400, isolated: true) }.joined(separator: "\n")
            : Printable.message(body, limit: 400, isolated: true)
        let title = Printable.encoded(Printable.message(title, limit: 200, isolated: true), for: environment)
        let body = Printable.markup(Printable.encoded(text, for: environment))
        let command = CommandRunner.Command(
            arguments: [program, "--app-name=xcallbackd", "--", title, body], environment: environment, directory: "/",
            outputLimit: 4096, timeout: .seconds(5))
        do {
            _ = try await commands.run(command)
        } catch {
            logger.debug("no notification could be shown", metadata: ["error": "\(error)"])
        }
    }

    /// Returns whether one more notification of a kind would be shown.
    package func mayShow(_ kind: NotificationKind) -> Bool {
        let now = clock()
        return shown.withLock { Self.hasRoom(in: &$0[kind, default: []], now) }
    }

    private func count(_ kind: NotificationKind) -> Bool {
        let now = clock()
        return shown.withLock { shown in
            guard Self.hasRoom(in: &shown[kind, default: []], now) else { return false }
            shown[kind]?.append(now)
            return true
        }
    }

    private static func hasRoom(in times: inout [Timestamp], _ now: Timestamp) -> Bool {
        times.removeAll { now.since($0) > period }
        return times.count < limit
    }
}

/// What a notification is about. Each kind has its own limit: any page can cause failing clicks, and a flood of them must not
/// hide what the daemon reports about itself.
package enum NotificationKind: Sendable, Hashable {
    /// A click ended with an error that no callback reports.
    case failedClick
    /// A callback or a link of a click did not reach its app.
    case lostAnswer
    /// The result of a route with `notify: true`.
    case result
    /// Another app took a scheme.
    case takenScheme
    /// A journal that left its file, or a configuration that stops every request.
    case daemon
    /// The questions of a route or of a socket are muted.
    case mutedQuestions
}
