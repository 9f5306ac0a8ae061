package import QueryCoding

/// A JSON-RPC 2.0 message as it came in: a request, or the answer to one of ours.
package enum RPCMessage: Sendable, Hashable {
    case request(RPCRequest)
    /// An answer; its id as it was given.
    case response(id: QueryValue, result: QueryValue?, error: QueryValue?)

    /// The deepest nesting that is accepted.
    package static let depthLimit = 16

    /// Reads a line. Throws a reply to send back: nobody can be told more than that.
    package init(_ line: [UInt8]) throws(RPCReply) {
        let value: QueryValue
        do {
            value = try JSONParser.parse(line, depthLimit: Self.depthLimit)
        } catch {
            let code: RPCError.Code = if case .syntax = error { .parse } else { .invalidRequest }
            throw RPCReply(id: .null, error: RPCError(code, error.description))
        }
        guard case .object(let members) = value else {
            throw RPCReply(
                id: .null, error: RPCError(.invalidRequest, "a request is one object; batches are not accepted"))
        }
        let id = value["id"]
        switch id {
        case nil, .null, .string, .number: break
        default: throw RPCReply(id: .null, error: RPCError(.invalidRequest, "an id is text, a number or null"))
        }
        func invalid(_ message: String) -> RPCReply {
            RPCReply(id: id ?? .null, error: RPCError(.invalidRequest, message))
        }
        guard value["jsonrpc"] == "2.0" else { throw invalid("'jsonrpc' must be \"2.0\"") }
        if value["method"] == nil, let id, value["result"] != nil || value["error"] != nil {
            self = .response(id: id, result: value["result"], error: value["error"])
            return
        }
        guard let method = value["method"]?.string else { throw invalid("'method' must be text") }
        let known: Set = ["jsonrpc", "id", "method", "params"]
        if let unknown = members.first(where: { !known.contains($0.name) }) {
            throw invalid("unknown member '\(Printable.line(unknown.name))'")
        }
        let parameters: [QueryValue.Member]
        switch value["params"] {
        case nil: parameters = []
        case .object(let members)?: parameters = members
        default: throw RPCReply(id: id ?? .null, error: RPCError(.invalidParameters, "'params' must be an object"))
        }
        self = .request(RPCRequest(id: id, method: method, parameters: .object(parameters)))
    }
}
