/// `grants`: lists what the user allowed permanently.
package enum GrantsMethod: Method {
    package typealias Result = GrantsReply
    package static let name = "grants"
}

/// `revoke`: revokes a grant, so that the user is asked again.
package enum RevokeMethod: Method {
    package typealias Parameters = IDParameters
    package typealias Result = NoMembers
    package static let name = "revoke"
}

/// `forget`: deletes all finished requests, so that no file contains a trace of them.
package enum ForgetMethod: Method {
    package typealias Result = NoMembers
    package static let name = "forget"
}
