import DesktopEntries
import DispatcherCommands
import DispatcherConfiguration
import DispatcherRequests
import Logging
import UnixSystem
import XCallbackURL

/// Detects that another app has made itself the desktop's default for a scheme that `install` registered. The log and
/// one notification name the app. Nothing runs until a file changes.
struct DefaultsWatch: Sendable {
    let tables: TableKeeper
    let notifier: DesktopNotifier
    let childEnvironment: ChildEnvironment
    let logger: Logger

    /// The time from a change to the check: programs write these files several times in a row.
    private static let pause = Duration.seconds(1)

    /// Watches until it is cancelled.
    func run() async {
        guard await Deadline.wait(for: DispatcherDaemon.startTime) else { return }
        let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let watch: FileWatch
        do {
            // Without a home nothing is registered.
            guard let files = try? registered().files else { return }
            watch = try FileWatch(files, onFailure: warn) { change.yield() }
        } catch {
            return warn(error)
        }
        // Earlier losses are only logged: a notification at each start would be a nuisance.
        var known = await losses() ?? []
        log(known)
        for await _ in changes {
            guard await Deadline.wait(for: Self.pause) else { break }
            // There is no result during an installation. The end of the installation is another change.
            guard let losses = await losses() else { continue }
            logger.debug("looked for schemes that another app opens now", metadata: ["taken": "\(losses.count)"])
            let new = losses.filter { loss in !known.contains { $0.isSame(as: loss) } }
            known = losses
            guard !new.isEmpty else { continue }
            log(new)
            await notify(new)
        }
        withExtendedLifetime(watch) {}
    }

    private var environment: [String: String] { childEnvironment.variables(under: tables.table.settings) }

    private func registered() throws(InstallationError) -> RegisteredSchemes {
        try RegisteredSchemes(environment: environment)
    }

    /// Reads many files, so it uses its own thread; tasks share only a few threads. Nil without a home or a thread.
    private func losses() async -> [RegisteredSchemes.Loss]? {
        await withCheckedContinuation { done in
            let isRunning = WorkThread("defaults").run {
                done.resume(returning: (try? registered())?.losses())
            }
            if !isRunning { done.resume(returning: nil) }
        }
    }

    private func warn(_ error: SystemCallError) {
        logger.warning("cannot watch for other apps that become the default", metadata: ["error": "\(error)"])
    }

    private func log(_ losses: [RegisteredSchemes.Loss]) {
        for loss in losses {
            logger.warning(
                "another app became the default for a scheme",
                metadata: [
                    "scheme": "\(loss.scheme)", "app": "\(loss.handler.identifier)", "by": "\(loss.handler.reason)",
                    "remedy": "xcallback install --force",
                ])
        }
    }

    private func notify(_ losses: [RegisteredSchemes.Loss]) async {
        guard tables.table.settings.notifications else { return }
        let apps = losses.map { "\($0.scheme): opens with \($0.handler.name) (\($0.handler.identifier))." }
        let title =
            losses.count == 1 ? "Another app opens \(losses[0].scheme): links" : "Other apps open links of xcallback"
        await notifier.show(
            title, (apps + ["'xcallback install --force' makes xcallback the default again."]).joined(separator: " "),
            kind: .takenScheme, environment: environment)
    }
}
