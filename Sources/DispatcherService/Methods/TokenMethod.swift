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
        let entries = dispatcher.table.routes.allEntries
        guard let route = entries.first(where: { $0.name.hasSameBytes(as: name) })?.payload else {
            let hint = nearest(to: name, among: entries.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
            throw RPCError(.invalidParameters, "no route '\(Printable.line(name, limit: 64))'\(hint)")
        }
        guard let token = route.definition?.policy.token else {
            throw RPCError(.invalidParameters, "route '\(route.name)' has no 'token: {file: …}' in its file")
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
