/// The methods of the sockets.
package enum MethodName: String, Sendable {
    case call, cancel, dispatch, explain, feature, forget, grants, history, link, pause, reload, rerun, resume, revoke,
        routes
    case run, serve, status
    case token
}
