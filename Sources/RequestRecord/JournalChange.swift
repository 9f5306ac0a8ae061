package import QueryCoding
package import XCallbackURL

/// What the journal records about a request: the steps of its ``Life``, with their data.
package enum JournalChange: Sendable, Hashable {
    /// The request was received.
    case accepted(AcceptedRequest)
    /// The user was asked a question about the request, and agreed.
    case agreed(String, question: String)
    /// The request was redirected. The value has the callback restrictions of all routes that the request has passed,
    /// because the request does not pass those routes again after a restart.
    case narrowed(String, QueryValue)
    /// A handler is about to start: the first handler, or another handler after one that declined. A call of another
    /// app has no route. The decoded input and the arguments of a command are recorded only if the settings keep them.
    /// `unit` is the unit of the user manager in which the command runs.
    case running(
        String, route: String?, input: QueryValue? = nil, arguments: [String]? = nil, unit: String? = nil)
    /// The request has its outcome, and the callback that reports the outcome if the caller gave a callback. Outcome
    /// and callback are one record, so that the journal has either both or neither. `route` is the route of a request
    /// that ended before the step `running`.
    case concluded(
        String, Outcome, callback: CallbackReport? = nil, route: String? = nil, cancelReason: CancelReason? = nil)
    /// The opener for the callback is about to start.
    case claimed(String)
    /// The delivery of the callback has ended.
    case settled(String, CallbackState, reason: String? = nil)

    /// The id of the request.
    package var id: String {
        switch self {
        case .accepted(let request): request.id
        case .agreed(let id, _), .narrowed(let id, _), .running(let id, _, _, _, _), .concluded(let id, _, _, _, _),
            .claimed(let id),
            .settled(let id, _, _):
            id
        }
    }

    /// The step in the life of the request; nil for its acceptance, and for a change of what it may call back.
    var step: Life.Step? {
        switch self {
        case .accepted, .narrowed: nil
        case .agreed(_, let question): .ask(question)
        case .running(_, let route, _, _, _): route.map(Life.Step.run) ?? .call
        case .concluded(_, _, let callback, _, _): .conclude(callback: callback?.state)
        case .claimed: .claim
        case .settled(_, let end, _): .settle(end)
        }
    }

    /// The name of the step in messages.
    package var name: String {
        switch self {
        case .accepted: "accepted"
        case .agreed: "agreed"
        case .narrowed: "narrowed"
        case .running: "running"
        case .concluded: "concluded"
        case .claimed: "claimed"
        case .settled: "settled"
        }
    }
}
