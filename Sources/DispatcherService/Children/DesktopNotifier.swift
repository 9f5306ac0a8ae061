import DispatcherMessages
import Logging
import Synchronization
import URLSchemeRouter
import XCallbackURL

/// Tells the user of a refusal or a failure that no callback tells: a click that does nothing needs a reason.
final class DesktopNotifier: Sendable {
    private let work: BackgroundWork
    private let logger: Logger
    /// When the last ones were shown: a page that sends a flood must not fill the screen.
    private let shown = Mutex<[ContinuousClock.Instant]>([])

    static let most = 5
    static let period = Duration.seconds(60)

    init(work: BackgroundWork, logger: Logger) {
        self.work = work
        self.logger = logger
    }

    /// Shows how a request failed.
    func tell(_ error: OutcomeError, of request: Request, environment: [String: String]) {
        tell("\(request.match?.entry.name ?? "A link") failed (\(error.code))", error.message, environment: environment)
    }

    /// Shows a notification, if a program to show it is there and there were not too many.
    func tell(_ title: String, _ body: String, environment: [String: String]) {
        guard let program = ProgramSearch.find("notify-send", in: environment), mayShow() else { return }
        let title = Printable.line(title, limit: 200)
        let body = Self.withoutMarkup(Printable.line(body, limit: 400))
        let command = CommandRunner.Command(
            arguments: [program, "--app-name=xcallbackd", "--", title, body], environment: environment, directory: "/",
            outputLimit: 4096, timeout: .seconds(5))
        work.start { [logger] in
            do {
                _ = try await CommandRunner().run(command)
            } catch {
                logger.debug("no notification could be shown", metadata: ["error": "\(error)"])
            }
        }
    }

    private func mayShow() -> Bool {
        let now = ContinuousClock.now
        return shown.withLock { shown in
            shown.removeAll { now - $0 > Self.period }
            guard shown.count < Self.most else { return false }
            shown.append(now)
            return true
        }
    }

    /// Notification servers read the body as markup.
    private static func withoutMarkup(_ text: String) -> String {
        var output = ""
        for character in text {
            switch character {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            default: output.append(character)
            }
        }
        return output
    }
}
