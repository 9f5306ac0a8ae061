import DispatcherMessages
import DispatcherRequests
import QueryCoding
import XCallbackURL

/// `call`: the outcome of a URL, from our own routes or from another app.
struct CallMethod: ImmediateMethod {
    static let name = MethodName.call
    /// How long a call waits if the caller sets no timeout.
    static let defaultTimeout = Duration.seconds(120)
    let submitter: RequestSubmitter

    func result(_ parameters: inout MethodParameters, for caller: MethodCaller) throws(RPCError) -> MethodResult {
        let url = try parameters.text(.url)
        let added = try parameters.optionalObject(.parameters).parameters(arrays: .repeated)
        let source = try parameters.optionalText(.source)
        let timeout = try parameters.optionalDuration(.timeout) ?? Self.defaultTimeout
        let plusAsSpace = try parameters.optionalBool(.plusAsSpace)
        let secret = try parameters.optionalTextList(.secret) ?? []
        var text = added.appended(to: url)
        // An error in the URL becomes its outcome.
        if let source, !Self.namesSource(text) {
            text = QueryParameters([QueryParameter("x-source", source)]).appended(to: text)
        }
        return try submitter.submit(
            text, .call(timeout: timeout, plusAsSpace: plusAsSpace, secret: secret), waits: true, &parameters,
            from: caller)
    }

    private static func namesSource(_ url: String) -> Bool {
        let parameters = try? RawURL(Array(url.utf8)).decodedParameters(plusAsSpace: false, limit: .max)
        guard case .value = parameters?["x-source"] else { return false }
        return true
    }
}
