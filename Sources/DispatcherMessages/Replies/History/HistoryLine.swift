package import QueryCoding
package import XCallbackURL

/// A request in the reply to `history`.
package struct HistoryLine: Sendable, Hashable {
    package enum Name: String, Sendable {
        case id
        case clientID = "client-id"
        case time, door, url, route, outcome, output, error, callback, milliseconds
    }

    package var id: String
    /// The id that its sender gave it.
    package var clientID: String?
    /// When it was accepted, as ISO 8601.
    package var time: String
    package var door: Door
    package var url: String
    package var route: String?
    /// Nil if it has not ended yet.
    package var outcome: Outcome?
    package var callback: CallbackReport?
    /// From its acceptance to its outcome.
    package var duration: Duration?
    /// Everything else that is known of it; nil in a list.
    package var details: HistoryDetails?

    package init(
        id: String, clientID: String?, time: String, door: Door, url: String, route: String?, outcome: Outcome?,
        callback: CallbackReport?, duration: Duration?, details: HistoryDetails? = nil
    ) {
        self.id = id
        self.clientID = clientID
        self.time = time
        self.door = door
        self.url = url
        self.route = route
        self.outcome = outcome
        self.callback = callback
        self.duration = duration
        self.details = details
    }

    package init(_ value: QueryValue) throws(ReplyError) {
        let members = try ReplyMembers(value, named: Name.self)
        id = try members.text(.id)
        clientID = try members.optionalText(.clientID)
        time = try members.text(.time)
        door = try members.read(.door, Door.reply)
        url = try members.text(.url)
        route = try members.optionalText(.route)
        outcome =
            switch try members.readIfPresent(.outcome, CallbackKind.reply) {
            case .success: .success(members.any(.output) ?? .object([]))
            case .error: .error(try members.read(.error, OutcomeError.init))
            case .cancel: .cancel
            case nil: nil
            }
        callback = try members.readIfPresent(.callback, CallbackReport.init)
        duration = try members.readIfPresent(.milliseconds, Duration.reply)
        details = try HistoryDetails(in: value)
    }

    package var value: QueryValue {
        let line = QueryValue.reply([
            (Name.id, .string(id)), (Name.clientID, clientID.map { .string($0) }), (Name.time, .string(time)),
            (Name.door, .string(door.rawValue)), (Name.url, .string(url)), (Name.route, route.map { .string($0) }),
            (Name.outcome, outcome.map { .string($0.kind.rawValue) }), (Name.output, outcome?.shownOutput),
            (Name.error, outcome?.error?.value), (Name.callback, callback?.value),
            (Name.milliseconds, duration?.millisecondsValue),
        ])
        guard case .object(let members) = line, let details, case .object(let more) = details.value else { return line }
        return .object(members + more)
    }
}
