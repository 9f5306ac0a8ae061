package import QueryCoding

/// The reply to a request whose sender does not wait for its outcome: `{"id":…,"state":"accepted"}`.
package struct AcceptedReply: Reply {
    package enum CodingKeys: String, CodingKey {
        case id, state
    }

    package enum State: String, Codable, Sendable, Hashable {
        case accepted
    }

    package var id: String
    package var state = State.accepted

    package init(id: String) { self.id = id }

    /// Written without an encoder, because each click has such a reply.
    package var value: QueryValue {
        .record([(CodingKeys.id, .string(id)), (CodingKeys.state, .string(state.rawValue))])
    }
}
