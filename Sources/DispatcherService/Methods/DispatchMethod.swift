import DispatcherMessages
import DispatcherRequests
import QueryCoding

/// `dispatch`: the outcome of a URL, from our own routes.
struct DispatchMethod: ImmediateMethod {
    static let name = MethodName.dispatch
    static let isOnDesktop = true
    let submitter: RequestSubmitter

    func result(_ parameters: inout MethodParameters, for caller: MethodCaller) throws(RPCError) -> MethodResult {
        let url = try parameters.text(.url)
        let waits = try parameters.optionalBool(.wait) ?? true
        return try submitter.submit(url, .dispatch, waits: waits, &parameters, from: caller)
    }
}
