package import QueryCoding

/// The reply to a request whose sender does not wait for its outcome: `{"id":…,"state":"accepted"}`.
package struct AcceptedReply: Sendable, Hashable {
    package enum Name: String, Sendable {
        case id, state
    }

    /// The value of the member `state`.
    package static let state = "accepted"

    package var id: String

    package init(id: String) { self.id = id }

    package init(_ value: QueryValue) throws(ReplyError) {
        let members = try ReplyMembers(value, named: Name.self)
        guard try members.text(.state) == Self.state else {
            throw ReplyError("must be '\(Self.state)'", at: [Name.state.rawValue])
        }
        id = try members.text(.id)
    }

    package var value: QueryValue { .reply([(Name.id, .string(id)), (Name.state, .string(Self.state))]) }
}
