/// `reload`: reads the configuration again.
package enum ReloadMethod: Method {
    package typealias Result = ReloadReply
    package static let name = "reload"
}
