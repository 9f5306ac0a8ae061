import DispatcherMessages
package import UnixSystem
package import XCallbackURL

/// The user's pause of the desktop socket.
package struct Pause: Sendable, Hashable {
    /// The date and time at which the pause ends, in milliseconds since 1970; nil if only the user ends the pause.
    package let end: Int64?

    package init(end: Int64?) { self.end = end }

    /// Makes a pause that begins now.
    package init(for duration: Duration?, from now: Timestamp) { end = duration.map { now.advanced(by: $0).wall } }

    package func isOver(at now: Timestamp) -> Bool { end.map { $0 <= now.wall } ?? false }

    /// The end, as ISO 8601.
    package var until: String? { end.map { Timestamp(boot: 0, wall: $0).iso8601 } }

    /// Throws 503 for any request of the desktop socket, except answers to calls.
    package func check(_ received: ReceivedRequest) throws(OutcomeError) {
        guard received.submission.door == .desktop else { return }
        // A malformed answer has no route, and ends its call.
        let route = RequestProgress(reading: received).route
        guard !(route?.isReply ?? (received.answer != nil)) else { return }
        let end = until.map { " until \($0)" } ?? ""
        throw OutcomeError(.draining, "\(Self.beginning)\(end); 'xcallback resume' ends the pause")
    }

    private static let beginning = "the desktop socket is paused"

    /// Whether an error reports that the desktop socket is paused.
    static func isReason(of error: OutcomeError) -> Bool {
        error.code == StandardCode.draining.rawValue && error.message.hasPrefix(beginning)
    }
}
