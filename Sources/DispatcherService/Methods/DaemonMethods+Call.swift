import DispatcherMessages
import DispatcherRequests
import QueryCoding
import XCallbackURL

extension DaemonMethods {
    /// The timeout of a call if the caller sets no timeout.
    static let callTimeout = Duration.seconds(120)

    func call(_ parameters: CallMethod.Parameters, _ caller: MethodCaller) async throws(RPCError) -> QueryValue {
        let added = parameters.parameters?.value.parameters(arrays: .repeated) ?? []
        var url = added.appended(to: parameters.url)
        // An error in the URL becomes the outcome of the call.
        if let source = parameters.source, !Self.namesSource(url) {
            url = QueryParameters([QueryParameter("x-source", source)]).appended(to: url)
        }
        let kind = Submission.Kind.call(
            timeout: parameters.timeout?.duration ?? Self.callTimeout, plusAsSpace: parameters.readsPlusAsSpace,
            secret: parameters.secrets ?? [])
        return try await submitter.submit(
            url, kind, waits: true, id: parameters.id, environment: parameters.environment, from: caller)
    }

    private static func namesSource(_ url: String) -> Bool {
        let parameters = try? RawURL(Array(url.utf8)).decodedParameters(plusAsSpace: false, limit: .max)
        guard case .value = parameters?["x-source"] else { return false }
        return true
    }
}
