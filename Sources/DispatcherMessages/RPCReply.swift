package import QueryCoding

/// An answer of ours.
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
        case .success(let result): QueryValue.record([("jsonrpc", "2.0"), ("id", id), ("result", result)]).json
        case .failure(let error): QueryValue.record([("jsonrpc", "2.0"), ("id", id), ("error", error.value)]).json
        }
    }
}
