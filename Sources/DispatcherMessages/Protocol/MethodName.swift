/// The methods of the sockets.
package enum MethodName: String, Sendable {
    case call, dispatch, explain, feature, forget, history, link, pause, reload, rerun, resume, routes, serve, status
    case token
}
