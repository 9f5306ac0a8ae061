/// `grants`: what the user allowed for good.
package enum GrantsMethod: Method {
    package typealias Result = GrantsReply
    package static let name = "grants"
}
