import DispatcherMessages
package import RequestRecord
package import UnixSystem
package import XCallbackURL

/// The user's pause of the desktop or agent socket.
package struct Pause: Sendable, Hashable {
    /// The socket that is paused.
    private let door: Door
    /// The date and time at which the pause ends, in milliseconds since 1970; nil if only the user ends the pause.
    package let end: Int64?

    package init(of door: Door, end: Int64?) {
        self.door = door
        self.end = end
    }

    /// Makes a pause that begins now.
    package init(of door: Door, for duration: Duration?, from now: Timestamp) {
        self.init(of: door, end: duration.map { now.advanced(by: $0).wall })
    }

    package func isOver(at now: Timestamp) -> Bool { end.map { $0 <= now.wall } ?? false }

    /// The end, as ISO 8601.
    package var until: String? { end.map { Timestamp(boot: 0, wall: $0).iso8601 } }

    /// Returns the error 503 for a request of the paused socket, whatever its URL is; nil for any other request, and for
    /// the answer to a call.
    package func refusal(of received: ReceivedRequest) -> OutcomeError? {
        guard received.submission.door == door else { return nil }
        // A malformed answer has no route, and ends its call.
        let route = RequestProgress(reading: received).route
        return route?.isReply ?? (received.answer != nil) ? nil : refusal
    }

    /// The error 503 for a request of the paused socket. An agent must not learn how to undo what the user did.
    package var refusal: OutcomeError {
        let cure = door == .agent ? "" : "; '\(PauseTarget.socket(door).resume)' ends the pause"
        let message = "the user has paused \(PauseTarget.socket(door).word)\(Self.text(of: end))\(cure)"
        return OutcomeError(.draining, message, about: .pause)
    }

    /// ` until 09:30:00`; empty for a pause that only the user ends.
    package static func text(of end: Int64?) -> String {
        end.map { " until \(LocalTime(Timestamp(boot: 0, wall: $0)).brief)" } ?? ""
    }
}
