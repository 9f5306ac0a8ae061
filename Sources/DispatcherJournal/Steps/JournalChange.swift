package import XCallbackURL

/// A step in the life of a request. Each is taken once, in this order; between `accepted` and `concluded` a request need
/// not run, and runs more than once where handlers decline.
package enum JournalChange: Sendable, Hashable {
    /// It came in.
    case accepted(AcceptedRequest)
    /// Its handler is about to start, or that of another route, where the last one declined.
    case running(String, HandlerStart)
    /// It has its outcome.
    case concluded(String, RequestEnd)
    /// The opener of its callback is about to start.
    case claimed(String)
    /// What became of its callback.
    case settled(String, CallbackState, reason: String? = nil)

    /// The name of its request.
    package var id: String {
        switch self {
        case .accepted(let request): request.id
        case .running(let id, _), .concluded(let id, _), .claimed(let id), .settled(let id, _, _): id
        }
    }

    /// Its name in messages.
    var name: String {
        switch self {
        case .accepted: "accepted"
        case .running: "running"
        case .concluded: "concluded"
        case .claimed: "claimed"
        case .settled: "settled"
        }
    }

    /// Whether nothing of what it tells has happened yet, so that it can still be refused.
    var isBeforehand: Bool {
        switch self {
        case .accepted, .running: true
        case .concluded, .claimed, .settled: false
        }
    }
}
