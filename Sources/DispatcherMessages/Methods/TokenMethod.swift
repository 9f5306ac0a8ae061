/// `token`: writes a new token to the file that a route names. The previous one is wrong from then on.
package enum TokenMethod: Method {
    package struct Parameters: MethodParameters {
        package var route = ""

        package init() {}
    }

    package typealias Result = TokenReply
    package static let name = "token"
}
