package import QueryCoding

/// A reply to a JSON-RPC 2.0 request.
package struct RPCReply: Error, Sendable, Hashable {
    package var id: QueryValue
    package var content: Result<QueryValue, RPCError>

    package init(id: QueryValue, result: QueryValue) {
        self.id = id
        content = .success(result)
    }

    package init(id: QueryValue, error: RPCError) {
        self.id = id
        content = .failure(error)
    }

    package var json: String {
        switch content {
        case .success(let result): json(.result, result)
        case .failure(let error): json(.error, error.value)
        }
    }

    private func json(_ name: RPCMessage.Name, _ value: QueryValue) -> String {
        QueryValue.record([(.jsonrpc, .string(RPCMessage.version)), (RPCMessage.Name.id, id), (name, value)]).json
    }
}
