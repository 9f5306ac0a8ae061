/// `grants`: what the user allowed for good.
package enum GrantsMethod: Method {
    package typealias Result = GrantsReply
    package static let name = "grants"
}

/// `revoke`: takes a grant back, so that the user is asked again.
package enum RevokeMethod: Method {
    package struct Parameters: MethodParameters {
        package var id = ""

        package init() {}
    }

    package typealias Result = NoMembers
    package static let name = "revoke"
}

/// `forget`: deletes all finished requests, so that no file holds a word of them.
package enum ForgetMethod: Method {
    package typealias Result = NoMembers
    package static let name = "forget"
}
