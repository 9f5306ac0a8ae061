import DispatcherMessages
import DispatcherRequests
import QueryCoding

/// `link`: the URL that runs a route with an input.
struct LinkMethod: ResultMethod {
    static let name = MethodName.link
    let dispatcher: Dispatcher

    func result(_ parameters: inout MethodParameters, for caller: MethodCaller) async throws(RPCError) -> QueryValue {
        let request = LinkWriter.LinkRequest(
            route: try parameters.text(.route), input: try parameters.optionalObject(.input),
            isWeb: try parameters.optionalBool(.web) ?? false,
            callbacks: try parameters.optionalCallbacks(.callbacks),
            source: try parameters.optionalText(.source))
        try parameters.finish()
        let table = dispatcher.table
        let owners = await dispatcher.owners(of: request.callbacks, in: table)
        return LinkReply(url: try LinkWriter(table: table, owners: owners).url(request)).value
    }
}
