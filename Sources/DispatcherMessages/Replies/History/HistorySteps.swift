package import QueryCoding

/// How long each step of a request took, in milliseconds: `{"waiting":0.4,"running":12}`.
package struct HistorySteps: Sendable, Hashable {
    package enum Name: String, Sendable {
        case waiting, running, claiming, opening
    }

    /// From its acceptance to its handler's start.
    package var waiting: Duration?
    /// From its handler's start to its outcome.
    package var running: Duration?
    /// From its outcome to the claim of its callback.
    package var claiming: Duration?
    /// From that claim to its result.
    package var opening: Duration?

    package init(
        waiting: Duration? = nil, running: Duration? = nil, claiming: Duration? = nil, opening: Duration? = nil
    ) {
        self.waiting = waiting
        self.running = running
        self.claiming = claiming
        self.opening = opening
    }

    package init(_ value: QueryValue) throws(ReplyError) {
        let members = try ReplyMembers(value, named: Name.self)
        waiting = try members.readIfPresent(.waiting, Duration.reply)
        running = try members.readIfPresent(.running, Duration.reply)
        claiming = try members.readIfPresent(.claiming, Duration.reply)
        opening = try members.readIfPresent(.opening, Duration.reply)
    }

    package var value: QueryValue {
        .reply([
            (Name.waiting, waiting?.millisecondsValue), (Name.running, running?.millisecondsValue),
            (Name.claiming, claiming?.millisecondsValue), (Name.opening, opening?.millisecondsValue),
        ])
    }
}
