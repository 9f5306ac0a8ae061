/// The methods of the sockets.
package enum MethodName: String, Sendable {
    case call, dispatch, explain, feature, forget, history, link, reload, rerun, routes, serve, status, token
}
