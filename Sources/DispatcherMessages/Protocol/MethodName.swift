/// The methods of the sockets.
package enum MethodName {
    package static let call = "call"
    package static let dispatch = "dispatch"
    package static let explain = "explain"
    package static let feature = "feature"
    package static let forget = "forget"
    package static let history = "history"
    package static let link = "link"
    package static let reload = "reload"
    package static let rerun = "rerun"
    package static let routes = "routes"
    package static let serve = "serve"
    package static let status = "status"
    package static let token = "token"
}
