import DispatcherMessages
import DispatcherRequests
import QueryCoding

/// `link`: the URL that runs a route with an input.
struct LinkMethod: ResultMethod {
    static let name = MethodName.link
    let dispatcher: Dispatcher

    func result(_ parameters: inout MethodParameters, for caller: MethodCaller) async throws(RPCError) -> QueryValue {
        let request = LinkWriter.LinkRequest(
            route: try parameters.text(ParameterName.route), input: try parameters.optionalObject(ParameterName.input),
            isWeb: try parameters.optionalBool(ParameterName.web) ?? false,
            callbacks: try parameters.optionalCallbacks(ParameterName.callbacks),
            source: try parameters.optionalText(ParameterName.source))
        try parameters.finish()
        return LinkReply(url: try LinkWriter(table: dispatcher.table).url(request)).value
    }
}
