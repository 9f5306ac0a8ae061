import DispatcherMessages
import DispatcherRequests
import QueryCoding

/// `grants`: what the user allowed for good.
struct GrantsMethod: ResultMethod {
    static let name = MethodName.grants
    let dispatcher: Dispatcher

    func result(_ parameters: inout MethodParameters, for caller: MethodCaller) async throws(RPCError) -> QueryValue {
        try parameters.finish()
        let grants = dispatcher.consent.grants
        let listed = grants.all.map { stored in
            GrantsReply.Grant(
                id: stored.id, route: stored.grant.route, parameters: stored.grant.parameters,
                callbacks: stored.grant.callbacks, since: stored.since)
        }
        return GrantsReply(grants: listed, warning: grants.problem).value
    }
}
