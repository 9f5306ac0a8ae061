import DispatcherMessages
import DispatcherRequests
import QueryCoding

/// `routes`: the table.
struct RoutesMethod: ResultMethod {
    static let name = MethodName.routes
    let dispatcher: Dispatcher

    func result(_ parameters: inout MethodParameters, for caller: MethodCaller) async throws(RPCError) -> QueryValue {
        try parameters.finish()
        let table = dispatcher.table
        let unavailable = await dispatcher.unavailableReasons(in: table)
        return RouteListing.reply(of: table, unavailable: unavailable).value
    }
}
