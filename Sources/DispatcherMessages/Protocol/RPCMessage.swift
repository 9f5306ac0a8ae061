package import QueryCoding

/// A received JSON-RPC 2.0 message: a request, or the reply to a request of this process.
package enum RPCMessage: Sendable, Hashable {
    case request(RPCRequest)
    /// A reply, with the id exactly as received.
    case response(id: QueryValue, result: QueryValue?, error: QueryValue?)

    /// The members of a message.
    package enum Name: String, Sendable, CaseIterable {
        case jsonrpc, id, method
        case parameters = "params"
        case result, error
    }

    package static let version = "2.0"

    /// How a message is read.
    package enum Rules: Sendable {
        /// The daemon's sockets: a request has no other members.
        case daemon
        /// The Model Context Protocol: other members are allowed, and an id is text or a whole number.
        case modelContext
    }

    /// The maximum depth of nesting.
    package static let depthLimit = 16

    /// Reads a line. Throws the reply to send back if the line is not a message.
    package init(_ line: [UInt8], by rules: Rules = .daemon) throws(RPCReply) {
        let value: QueryValue
        do {
            value = try JSONParser.parse(line, depthLimit: Self.depthLimit)
        } catch {
            let code: RPCError.Code =
                if case .syntax = error { .parse } else { rules == .daemon ? .invalidRequest : .parse }
            throw RPCReply(id: .null, error: RPCError(code, error.description))
        }
        func invalid(_ message: String, id: QueryValue? = nil) -> RPCReply {
            RPCReply(id: id ?? .null, error: RPCError(.invalidRequest, message))
        }
        guard case .object(let members) = value else {
            throw invalid("a request is one object; batches are not accepted")
        }
        let id = value[Name.id.rawValue]
        switch (id, rules) {
        case (nil, _), (.string, _), (.null, .daemon), (.number, .daemon): break
        case (_, .modelContext) where id?.isIdentifier ?? false: break
        case (_, .modelContext): throw invalid("an id is text or a whole number")
        default: throw invalid("an id is text, a number or null")
        }
        guard value[Name.jsonrpc.rawValue]?.string == Self.version else {
            throw invalid("'jsonrpc' must be \"2.0\"", id: id)
        }
        // A client of the Model Context Protocol leaves out the id of an error about a line that it could not read.
        if value[Name.method.rawValue] == nil, let id = id ?? (rules == .modelContext ? .null : nil),
            value[Name.result.rawValue] != nil || value[Name.error.rawValue] != nil
        {
            self = .response(id: id, result: value[Name.result.rawValue], error: value[Name.error.rawValue])
            return
        }
        guard let method = value[Name.method.rawValue]?.string else { throw invalid("'method' must be text", id: id) }
        let known: [Name] = [.jsonrpc, .id, .method, .parameters]
        if rules == .daemon,
            let unknown = members.first(where: { member in !known.contains { $0.rawValue == member.name } })
        {
            throw invalid("unknown member '\(Printable.shown(unknown.name, limit: 64))'", id: id)
        }
        let parameters: [QueryValue.Member]
        switch value[Name.parameters.rawValue] {
        case nil: parameters = []
        case .object(let members)?: parameters = members
        default: throw RPCReply(id: id ?? .null, error: RPCError(.invalidParameters, "'params' must be an object"))
        }
        self = .request(RPCRequest(id: id, method: method, parameters: .object(parameters)))
    }
}

extension QueryValue {
    /// Whether the value may be an id of the Model Context Protocol: a text or a whole number.
    package var isIdentifier: Bool { string != nil || whole(Int64.self) != nil }
}
