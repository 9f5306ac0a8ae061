package import QueryCoding

extension StatusReply {
    /// A scheme of the routes: `{"scheme":"notes","registered":true}`.
    package struct RegisteredScheme: Sendable, Hashable {
        package enum Name: String, Sendable {
            case scheme, registered
        }

        package var scheme: String
        /// Whether the desktop opens its URLs with the daemon.
        package var isRegistered: Bool

        package init(scheme: String, isRegistered: Bool) {
            self.scheme = scheme
            self.isRegistered = isRegistered
        }

        package init(_ value: QueryValue) throws(ReplyError) {
            let members = try ReplyMembers(value, named: Name.self)
            scheme = try members.text(.scheme)
            isRegistered = try members.bool(.registered)
        }

        package var value: QueryValue {
            .reply([(Name.scheme, .string(scheme)), (Name.registered, .bool(isRegistered))])
        }
    }
}
