import QueryCoding
package import XCallbackURL

/// A request in the reply to `history`. Only the reply for one id has the members between `state` and `steps`.
package struct HistoryLine: Codable, Sendable, Hashable {
    private enum CodingKeys: String, CodingKey {
        case id
        case clientID = "client-id"
        case time, door, url, route, outcome, reason, output
        case outputSize = "output-size"
        case error, callback, milliseconds
        case state, depth, peer, input, command, steps
    }

    /// The names of the members that are not printed as they are.
    package enum Name {
        package static let time = CodingKeys.time.rawValue
        package static let outputSize = CodingKeys.outputSize.rawValue
        package static let command = CodingKeys.command.rawValue
        package static let steps = CodingKeys.steps.rawValue
    }

    package var id = ""
    /// The id that its sender gave it.
    package var clientID: String?
    /// When it was accepted, as ISO 8601.
    package var time = ""
    package var door = Door.control
    package var url = ""
    package var route: String?
    /// Nil if it has not ended yet.
    package var outcome: CallbackKind?
    /// The words of a ``CancelReason``; nil for another outcome, and if the command, worker or app cancelled it.
    package var reason: String?
    /// The output of a success; nil if it is empty or not recorded.
    package var output: JSONValue?
    /// The bytes of an output that was too long to be recorded.
    package var outputSize: Int?
    package var error: OutcomeError?
    package var callback: CallbackReport?
    /// From its acceptance to its outcome.
    package var milliseconds: Milliseconds?
    /// How far it came: a ``State``. A list has it only for requests that wait or run.
    package var state: String?
    /// How many requests led to it; nil for none.
    package var depth: Int?
    package var peer: PeerProcess?
    /// The decoded input.
    package var input: JSONValue?
    /// The command's arguments.
    package var command: [String]?
    package var steps: HistorySteps?

    /// How far a request came.
    package enum State: String, Sendable {
        /// It waits for the user's answer to its question.
        case asking
        case accepted, running, concluded
    }

    package init() {}
}
