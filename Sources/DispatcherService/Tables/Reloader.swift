import DispatcherConfiguration
import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import Logging
import UnixSystem
import XCallbackURL

/// Reads the configuration again. The old table stays in use until the new table is complete. Accepted requests keep
/// their table.
final class Reloader: Sendable {
    /// The time at which the daemon started.
    let since: String
    /// The settings with which the daemon started.
    private let startSettings: Settings
    private let load: @Sendable () -> Configuration
    private let tables: TableKeeper
    private let notifier: ServiceNotifier
    private let logger: Logger
    /// Reloads one after the other, so that the files that were read last are published last.
    private let loading = FileQueue()
    private let lastReload = Lock<StatusReply.Reload?>(nil)

    init(
        tables: TableKeeper, notifier: ServiceNotifier, logger: Logger, since: Timestamp,
        load: @escaping @Sendable () -> Configuration
    ) {
        self.tables = tables
        self.notifier = notifier
        self.logger = logger
        self.load = load
        self.since = since.iso8601
        startSettings = tables.table.settings
    }

    /// The last reload; nil before the first reload.
    var last: StatusReply.Reload? { lastReload.withLock { $0 } }

    /// The keys of config.yaml whose new values take effect only when the daemon starts.
    var keysForRestart: [String] {
        tables.table.settings.journal == startSettings.journal ? [] : ["journal"]
    }

    func reload() async -> ReloadReply {
        do {
            return try await loading.run { [self] in reloadNow() }
        } catch {
            logger.error("the configuration cannot be read", metadata: ["error": "\(error)"])
            return ReloadReply(loaded: [], refused: [])
        }
    }

    private func reloadNow() -> ReloadReply {
        notifier.reloading()
        defer { notifier.ready() }
        let reply = load(load())
        lastReload.withLock { $0 = StatusReply.Reload(time: Timestamp.now.iso8601, refused: reply.refused) }
        return reply
    }

    private func load(_ configuration: Configuration) -> ReloadReply {
        Self.log(configuration, logger)
        let refused = configuration.files.filter { $0.state == .refused }
        guard refused.isEmpty else {
            notifier.status("configuration refused; the previous one stays in use")
            return ReloadReply(
                loaded: [],
                refused: refused.map { ReloadReply.Refused(file: $0.path, mistakes: $0.mistakes.map { "\($0)" }) })
        }
        guard tables.load(configuration) else { return ReloadReply(loaded: [], refused: []) }
        let loaded = configuration.files.filter { $0.state == .loaded }.map(\.path)
        logger.notice("configuration loaded", metadata: Self.summary(of: configuration))
        return ReloadReply(loaded: loaded, refused: [])
    }

    /// Returns the number of routes and files, and the folder of the files.
    static func summary(of configuration: Configuration) -> Logger.Metadata {
        [
            "routes": "\(configuration.features.map(\.routes.count).reduce(0, +))",
            "files": "\(configuration.files.count { $0.state == .loaded })",
            "from": "\(configuration.folder?.path ?? "")",
        ]
    }

    /// Logs the mistakes and the warnings of all files.
    static func log(_ configuration: Configuration, _ logger: Logger) {
        for file in configuration.files {
            let event: Logger.Message = file.state == .refused ? "configuration refused" : "a route asks instead"
            for mistake in file.mistakes { logger.error(event, metadata: ["mistake": "\(mistake)"]) }
        }
        for warning in configuration.warnings {
            logger.warning("the configuration may be wrong", metadata: ["because": "\(warning)"])
        }
    }
}
