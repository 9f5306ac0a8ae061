package import QueryCoding

/// The members that `history` adds to a request that is asked for by its id.
package struct HistoryDetails: Sendable, Hashable {
    package enum Name: String, Sendable {
        case state, depth, peer, input, command, steps
    }

    /// How far it came: `accepted`, `running` or `concluded`.
    package var state: String
    /// How many requests led to it; zero is not printed.
    package var depth: Int
    package var peer: PeerProcess?
    /// The decoded input.
    package var input: QueryValue?
    /// The command's arguments.
    package var command: [String]?
    package var steps: HistorySteps

    package init(
        state: String, depth: Int, peer: PeerProcess?, input: QueryValue?, command: [String]?, steps: HistorySteps
    ) {
        self.state = state
        self.depth = depth
        self.peer = peer
        self.input = input
        self.command = command
        self.steps = steps
    }

    /// Reads the details of a request; nil if it has none.
    init?(in value: QueryValue) throws(ReplyError) {
        let members = try ReplyMembers(value, named: Name.self)
        guard let state = try members.optionalText(.state) else { return nil }
        self.state = state
        depth = try members.readIfPresent(.depth, QueryValue.replyWhole) ?? 0
        peer = try members.readIfPresent(.peer, PeerProcess.init)
        input = members.any(.input)
        command = try members.readIfPresent(.command) { value throws(ReplyError) in
            try value.replyList(of: QueryValue.replyText)
        }
        steps = try members.readIfPresent(.steps, HistorySteps.init) ?? HistorySteps()
    }

    var value: QueryValue {
        .reply([
            (Name.state, .string(state)), (Name.depth, depth == 0 ? nil : .integer(depth)), (Name.peer, peer?.value),
            (Name.input, input), (Name.command, command.map { .texts($0) }),
            (Name.steps, steps == HistorySteps() ? nil : steps.value),
        ])
    }
}
