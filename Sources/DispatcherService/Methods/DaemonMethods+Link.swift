import DispatcherMessages
import DispatcherRequests
import QueryCoding
import XCallbackURL

extension DaemonMethods {
    func link(_ parameters: LinkMethod.Parameters) async throws(RPCError) -> LinkReply {
        let request = LinkWriter.LinkRequest(
            route: parameters.route, input: parameters.input?.value ?? .object([]), isWeb: parameters.isWeb ?? false,
            callbacks: try Self.callbacks(parameters.callbacks ?? [:]), source: parameters.source)
        let table = tables.table
        let owners = await owners.of(request.callbacks, in: table)
        return LinkReply(url: try LinkWriter(table: table, owners: owners).url(request))
    }

    private static func callbacks(_ texts: [String: String]) throws(RPCError) -> Callbacks {
        var callbacks = Callbacks()
        for (key, text) in texts {
            guard let kind = CallbackKind.allCases.first(where: { $0.rawValue == key || $0.parameterName == key })
            else {
                throw RPCError(
                    .invalidParameters,
                    "'callbacks' takes success, error and cancel, not '\(Printable.shown(key, limit: 64))'")
            }
            do {
                callbacks[kind] = try CallbackURL(text)
            } catch {
                throw RPCError(.invalidParameters, "\(kind.parameterName): \(error)")
            }
        }
        return callbacks
    }
}
