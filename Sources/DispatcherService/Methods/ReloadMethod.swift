import DispatcherMessages
import QueryCoding

/// `reload`: reads the configuration again.
struct ReloadMethod: ResultMethod {
    static let name = MethodName.reload
    let reloader: Reloader

    func result(_ parameters: inout MethodParameters, for caller: MethodCaller) async throws(RPCError) -> QueryValue {
        try parameters.finish()
        return await reloader.reload().value
    }
}
