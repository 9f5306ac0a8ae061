import DispatcherMessages
import QueryCoding

/// A line of a client of the Model Context Protocol (JSON-RPC 2.0).
enum AgentMessage {
    case request(Request)
    /// A message that needs no reply.
    case notification(String, QueryValue)
    /// A reply to a request that this server never sent.
    case reply

    struct Request {
        /// A text or a whole number.
        let id: QueryValue
        let method: String
        let parameters: QueryValue

        /// Returns an error with the id of the request.
        func fault(_ message: String, code: Int = Fault.parameters) -> Fault {
            Fault(id: id, code: code, message: message)
        }
    }

    /// An error of the protocol, with the id of the request if the line has one.
    struct Fault: Error {
        var id: QueryValue?
        let code: Int
        let message: String
        var data: QueryValue?

        static let parse = -32700, request = -32600, method = -32601, parameters = -32602, `internal` = -32603
        /// The client uses a revision of the protocol that this server does not have.
        static let revision = -32022

        var line: String {
            QueryValue.record([
                ("jsonrpc", "2.0"), ("id", id),
                ("error", .record([("code", .integer(code)), ("message", .string(message)), ("data", data)])),
            ]).json
        }
    }

    init(_ line: [UInt8]) throws(Fault) {
        let value: QueryValue
        do {
            value = try JSONParser.parse(line, depthLimit: RPCMessage.depthLimit)
        } catch {
            throw Fault(code: Fault.parse, message: "the line is not JSON: \(error)")
        }
        guard case .object = value else {
            throw Fault(code: Fault.request, message: "a line is one request, not a batch or another value")
        }
        let id = value[.id]
        guard id?.isIdentifier ?? true else {
            throw Fault(code: Fault.request, message: "'id' must be a text or a whole number")
        }
        guard let method = value[.method] else {
            guard value[.result] != nil || value[.error] != nil else {
                throw Fault(id: id, code: Fault.request, message: "'method' is missing")
            }
            self = .reply
            return
        }
        guard value[.jsonrpc]?.string == "2.0", let method = method.string else {
            throw Fault(id: id, code: Fault.request, message: "the line is not a request of JSON-RPC 2.0")
        }
        let parameters = value[.parameters] ?? .object([])
        guard case .object = parameters else {
            throw Fault(id: id, code: Fault.parameters, message: "'params' must be an object")
        }
        self =
            id.map { .request(Request(id: $0, method: method, parameters: parameters)) }
            ?? .notification(method, parameters)
    }
}

/// The members of JSON-RPC and of the Model Context Protocol that the server reads.
enum AgentMember: String {
    case arguments, clientInfo, code, cursor, data, error, id, jsonrpc, message, method, name, notifications,
        progressToken, protocolVersion, requestId, result, toolsListChanged, version
    case meta = "_meta"
    case parameters = "params"
}

extension QueryValue {
    /// Whether the value may be the id of a request, or the token of its progress: a text or a whole number.
    var isIdentifier: Bool { string != nil || whole(Int64.self) != nil }

    subscript(member: AgentMember) -> QueryValue? { self[member.rawValue] }
}
