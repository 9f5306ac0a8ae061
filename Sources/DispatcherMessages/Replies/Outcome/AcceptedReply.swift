/// The reply to a request whose sender does not wait for its outcome: `{"id":…,"state":"accepted"}`.
package struct AcceptedReply: Reply, Codable {
    package enum CodingKeys: String, CodingKey {
        case id, state
    }

    package enum State: String, Codable, Sendable, Hashable {
        case accepted
    }

    package var id: String
    package var state = State.accepted

    package init(id: String) { self.id = id }
}
