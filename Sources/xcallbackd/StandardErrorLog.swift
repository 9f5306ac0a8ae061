import DispatcherMessages
import Glibc
import Logging

/// Logs lines to standard error: `message key=value …`, in printable ASCII of at most 2 KiB. A line for journald begins
/// with its priority (sd-daemon(3)).
struct StandardErrorLog: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    let withPriority: Bool

    init(logLevel: Logger.Level, withPriority: Bool) {
        self.logLevel = logLevel
        self.withPriority = withPriority
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
        var line = event.message.description
        for (key, value) in all.sorted(by: { $0.key < $1.key }) { line += " \(key)=\(value)" }
        let prefix = withPriority ? "<\(Self.priority(event.level))>" : "\(event.level): "
        StandardError.report(prefix + Printable.line(line, limit: 2000))
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
