import DispatcherMessages
package import QueryCoding

/// The parameters of `call`.
package enum Call {
    /// - Parameters:
    ///   - id: The client's id, by which `history` finds the request if the connection breaks.
    ///   - added: The parameters to append to the URL.
    ///   - plusAsSpace: Whether `+` in the app's answer is a space; nil for the daemon's own setting.
    ///   - source: The caller's name, for a URL without x-source.
    ///   - address: The daemon that gets the request.
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
