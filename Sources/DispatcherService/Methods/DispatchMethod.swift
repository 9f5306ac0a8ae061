import DispatcherMessages
import DispatcherRequests
import QueryCoding

/// `dispatch`: the outcome of a URL, from our own routes.
struct DispatchMethod: ResultMethod {
    static let name = MethodName.dispatch
    static let isOnDesktop = true
    let submitter: RequestSubmitter

    func result(_ parameters: inout MethodParameters, for caller: MethodCaller) async throws(RPCError) -> QueryValue {
        let url = try parameters.text(.url)
        let waits = try parameters.optionalBool(.wait) ?? true
        return try await submitter.submit(url, .dispatch, waits: waits, &parameters, from: caller.origin)
    }
}
