import DispatcherMessages
import DispatcherRequests
import QueryCoding
import XCallbackURL

/// `run`: the outcome of a route with an input, as its link would have it.
struct RunMethod: ImmediateMethod {
    static let name = MethodName.run
    let submitter: RequestSubmitter

    func result(_ parameters: inout MethodParameters, for caller: MethodCaller) throws(RPCError) -> MethodResult {
        var link = LinkWriter.LinkRequest(
            route: try parameters.text(.route), input: try parameters.optionalObject(.input), isWeb: false,
            callbacks: Callbacks(), source: nil)
        let waits = try parameters.optionalBool(.wait) ?? true
        let writer = LinkWriter(table: submitter.dispatcher.table)
        let url: String
        do throws(RPCError) {
            url = try writer.url(link)
        } catch {
            // A route of a domain alone has only a web link.
            link.isWeb = true
            guard let web = try? writer.url(link) else { throw error }
            url = web
        }
        return try submitter.submit(url, .dispatch, waits: waits, &parameters, from: caller.origin)
    }
}
