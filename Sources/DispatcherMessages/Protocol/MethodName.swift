/// The methods of the sockets.
package enum MethodName: String, Sendable {
    case call, dispatch, explain, feature, forget, grants, history, link, pause, reload, rerun, resume, revoke, routes
    case serve, status
    case token
}
