package import QueryCoding

/// A call of a method.
package struct RPCRequest: Sendable, Hashable {
    /// Nil for a notification, which runs and gets no reply.
    package var id: QueryValue?
    package var method: String
    /// Always an object.
    package var parameters: QueryValue

    package init(id: QueryValue?, method: String, parameters: QueryValue = .object([])) {
        self.id = id
        self.method = method
        self.parameters = parameters
    }

    package var json: String {
        QueryValue.record([
            (.jsonrpc, .string(RPCMessage.version)), (RPCMessage.Name.id, id), (.method, .string(method)),
            (.parameters, parameters),
        ]).json
    }
}
