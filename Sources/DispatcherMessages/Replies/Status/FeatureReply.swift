package import QueryCoding

/// The reply to `feature`, and a feature in `status`: `{"name":"notes","available":false,"because":"…"}`.
package struct FeatureReply: Sendable, Hashable {
    package enum Name: String, Sendable {
        case name, available, because, warning
    }

    package var name: String
    package var isAvailable: Bool
    /// Why it is not available.
    package var reason: String?
    /// Why the daemon will forget the switch when it ends.
    package var warning: String?

    /// - Parameter reason: Why the feature is not available; nil if it is.
    package init(name: String, unavailable reason: String?, warning: String? = nil) {
        self.name = name
        isAvailable = reason == nil
        self.reason = reason
        self.warning = warning
    }

    package init(_ value: QueryValue) throws(ReplyError) {
        let members = try ReplyMembers(value, named: Name.self)
        name = try members.text(.name)
        isAvailable = try members.bool(.available)
        reason = try members.optionalText(.because)
        warning = try members.optionalText(.warning)
    }

    package var value: QueryValue {
        .reply([
            (Name.name, .string(name)), (Name.available, .bool(isAvailable)),
            (Name.because, reason.map { .string($0) }), (Name.warning, warning.map { .string($0) }),
        ])
    }
}
