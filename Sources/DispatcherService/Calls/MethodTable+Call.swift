import DispatcherMessages
import QueryCoding
import XCallbackURL

extension MethodTable {
    /// How long a call waits if the caller does not say.
    static let callTimeout = Duration.seconds(120)

    /// `call`: the outcome of a URL, from our own routes or from another app.
    func call(_ parameters: inout MethodParameters, from origin: Origin) async throws(RPCError) -> QueryValue {
        let url = try parameters.text("url")
        let added = try parameters.optionalObject("parameters").parameters(arrays: .repeated)
        let source = try parameters.optionalText("source")
        let timeout = try parameters.optionalDuration("timeout") ?? Self.callTimeout
        let plusAsSpace = try parameters.optionalBool("plus-as-space")
        var text = added.appended(to: url)
        // What is wrong with the URL is its outcome.
        if let source, (try? XCallbackURL(text))?.source == nil {
            text = QueryParameters([QueryParameter("x-source", source)]).appended(to: text)
        }
        return try await run(text, .call(timeout: timeout, plusAsSpace: plusAsSpace), &parameters, from: origin)
    }
}
