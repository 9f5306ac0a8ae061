import DispatcherMessages
package import QueryCoding

/// The parameters of `call` as a command line sends them.
package enum Call {
    /// - Parameters:
    ///   - id: Names the request, so that its outcome can be asked for when the connection breaks.
    ///   - added: Parameters that are appended to the URL.
    ///   - plusAsSpace: Whether `+` in the app's answer is a space; nil for what the daemon knows of the app.
    ///   - source: What the caller calls itself, if the URL does not say it.
    ///   - address: Where it goes.
    package static func parameters(
        url: String, id: String, adding added: QueryValue, timeout: Duration, plusAsSpace: Bool?, source: String?,
        to address: DaemonAddress
    ) -> QueryValue {
        .record([
            (ParameterName.url, .string(url)), (ParameterName.id, .string(id)),
            (ParameterName.parameters, added == .object([]) ? nil : added),
            (ParameterName.timeout, .string("\(timeout.milliseconds)ms")),
            (ParameterName.plusAsSpace, plusAsSpace.map { .bool($0) }),
            (ParameterName.source, source.map { .string($0) }),
            (ParameterName.environment, Dispatch.environment(for: address)),
        ])
    }
}
