package import QueryCoding

/// A route in the reply to `explain`, with the reason why it matches or not.
package struct ConsideredRoute: Sendable, Hashable {
    package enum Name: String, Sendable {
        case route, pattern, declared, matches, near, reason
    }

    package var route: String
    package var pattern: String
    /// The `file:line` of its declaration.
    package var declaration: String
    package var matches: Bool
    /// Whether it matches or nearly matches.
    package var isNear: Bool
    package var reason: String

    package init(
        route: String, pattern: String, declaration: String, matches: Bool, isNear: Bool, reason: String
    ) {
        self.route = route
        self.pattern = pattern
        self.declaration = declaration
        self.matches = matches
        self.isNear = isNear
        self.reason = reason
    }

    package init(_ value: QueryValue) throws(ReplyError) {
        let members = try ReplyMembers(value, named: Name.self)
        route = try members.text(.route)
        pattern = try members.text(.pattern)
        declaration = try members.text(.declared)
        matches = try members.bool(.matches)
        isNear = try members.bool(.near)
        reason = try members.text(.reason)
    }

    package var value: QueryValue {
        .reply([
            (Name.route, .string(route)), (Name.pattern, .string(pattern)), (Name.declared, .string(declaration)),
            (Name.matches, .bool(matches)), (Name.near, .bool(isNear)), (Name.reason, .string(reason)),
        ])
    }
}
