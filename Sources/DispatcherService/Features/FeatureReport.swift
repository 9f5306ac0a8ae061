import DispatcherMessages
import QueryCoding

/// A feature as the sockets show it: `{"name":"notes","available":false,"because":"…"}`.
enum FeatureReport {
    /// - Parameters:
    ///   - obstacle: Why it does not answer; nil if it does.
    ///   - warning: Why what was said of it will be forgotten.
    static func value(of name: String, obstacle: String?, warning: String? = nil) -> QueryValue {
        .record([
            ("name", .string(name)), ("available", .bool(obstacle == nil)), ("because", obstacle.map { .string($0) }),
            ("warning", warning.map { .string($0) }),
        ])
    }
}
