import DispatcherMessages
import DispatcherService
import Logging

/// Logs lines to standard error: `message key=value …` in printable ASCII, at most 2000 bytes each. A value is in
/// quotes if it is empty, has a space or a quote, or was escaped. A line for journald begins with its priority
/// (sd-daemon(3)).
struct StandardErrorLog: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    let withPriority: Bool
    let queue: LogQueue

    /// Returns a queue that reports dropped lines in the format of this log.
    static func queue(withPriority: Bool) -> LogQueue {
        LogQueue { count in
            prefix(.warning, withPriority: withPriority)
                + "log lines were dropped, because standard error was not read in time "
                + "count=\(count)"
        }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
        var line = Self.prefix(event.level, withPriority: withPriority) + Printable.logged(event.message.description)
        for (key, value) in all.sorted(by: { $0.key < $1.key }) { line += " \(key)=\(Printable.argument("\(value)"))" }
        queue.add(line.utf8.count > 2000 ? "\(line.prefix(1997))..." : line)
    }

    /// Returns the beginning of a line: the priority for journald, or the level.
    static func prefix(_ level: Logger.Level, withPriority: Bool) -> String {
        withPriority ? "<\(priority(level))>" : "\(level): "
    }

    private static func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
