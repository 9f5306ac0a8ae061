import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// `token`: writes a new token to the file that a route names. The previous one is wrong from then on.
struct TokenMethod: ResultMethod {
    static let name = MethodName.token
    let dispatcher: Dispatcher

    func result(_ parameters: inout MethodParameters, for caller: MethodCaller) async throws(RPCError) -> QueryValue {
        let name = try parameters.text(.route)
        try parameters.finish()
        let routes = dispatcher.table.routes
        guard let route = routes.entries(named: name).first?.payload else {
            throw RPCError(
                .invalidParameters,
                Printable.message("\(LinkError.unknownRoute(name, suggestion: routes.nearestName(to: name)))"),
                dataCode: StandardCode.noRoute.rawValue)
        }
        guard let token = route.definition?.value.policy.token else {
            throw RPCError(
                .invalidParameters, "route '\(route.name)' has no 'token: {file: NAME}' in its file",
                dataCode: StandardCode.conflict.rawValue)
        }
        do {
            return TokenReply(
                token: try await TokenFiles.renew(token.file), parameter: token.names[0], file: token.file
            ).value
        } catch {
            throw RPCError(.refused, "no new token: \(error)", dataCode: StandardCode.failed.rawValue)
        }
    }
}
