import QueryCoding
package import RequestRecord
package import XCallbackURL

/// A request in the reply to `history`. The members between `state` and `steps` are only in the reply for one id.
package struct HistoryLine: Codable, Sendable, Hashable {
    package enum CodingKeys: String, CodingKey {
        case id
        case clientID = "client-id"
        case client, time, door, url, route, outcome, reason, output
        case outputSize = "output-size"
        case error, callback, milliseconds
        case state, depth, peer, input, command, unit, steps
    }

    package var id = ""
    /// The id that the sender gave the request.
    package var clientID: String?
    /// The name that the agent gave itself that asked for the request; nil for any other request.
    package var client: String?
    /// The time of acceptance, as ISO 8601.
    package var time = ""
    package var door = Door.control
    package var url = ""
    package var route: String?
    /// The outcome; nil if the request has not ended yet.
    package var outcome: CallbackKind?
    /// The text of a ``CancelReason``; nil for another outcome, and for a cancel by the command, worker or app.
    package var reason: String?
    /// The output of a success; nil if it is empty or not recorded.
    package var output: JSONValue?
    /// The size in bytes of an output that was too long to be recorded.
    package var outputSize: Int?
    package var error: OutcomeError?
    package var callback: CallbackReport?
    /// The time from the acceptance of the request to its outcome.
    package var milliseconds: Milliseconds?
    /// The progress of the request: a ``State``. In a list, only requests that wait or run have it.
    package var state: String?
    /// The number of requests that led to this request; nil for zero.
    package var depth: Int?
    package var peer: PeerProcess?
    /// The decoded input.
    package var input: JSONValue?
    /// The command's arguments.
    package var command: [String]?
    /// The unit of the user manager in which the command runs or ran; nil for any other process.
    package var unit: String?
    package var steps: HistorySteps?

    /// The beginning of the error of a request whose question the user did not answer.
    package static let unanswered = "the user did not answer"

    /// The progress of a request.
    package enum State: String, Sendable {
        /// The request waits for the user's answer to its question.
        case asking
        /// The question of the request waits for the screen to be unlocked.
        case locked
        case accepted, running, concluded
    }

    package init() {}
}
