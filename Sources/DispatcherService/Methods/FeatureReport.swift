import DispatcherMessages
import QueryCoding

/// A feature as the sockets report it: `{"name":"notes","available":false,"because":"…"}`.
enum FeatureReport {
    /// - Parameters:
    ///   - reason: Why it does not answer; nil if it does.
    ///   - warning: Why its switch will be forgotten.
    static func value(of name: String, unavailable reason: String?, warning: String? = nil) -> QueryValue {
        .record([
            ("name", .string(name)), ("available", .bool(reason == nil)), ("because", reason.map { .string($0) }),
            ("warning", warning.map { .string($0) }),
        ])
    }
}
