/// `revoke`: takes a grant back, so that the user is asked again.
package enum RevokeMethod: Method {
    package struct Parameters: MethodParameters {
        package var id = ""

        package init() {}
    }

    package typealias Result = NoMembers
    package static let name = "revoke"
}
