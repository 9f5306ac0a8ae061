import DispatcherMessages
import QueryCoding

/// The members of the Model Context Protocol, and of the daemon's replies, that the server reads.
enum AgentMember: String {
    case arguments, clientInfo, code, cursor, data, error, id, message, name, notifications, progressToken,
        protocolVersion, requestId, result, toolsListChanged, version
    case meta = "_meta"
}

extension QueryValue {
    subscript(member: AgentMember) -> QueryValue? { self[member.rawValue] }
}

extension RPCRequest {
    /// Whether the request is of the newer era, in which each request names the revision.
    var isModern: Bool { parameters[.meta]?[AgentServer.named("protocolVersion")] != nil }

    /// Returns the reply that refuses the request.
    func fault(_ message: String, code: RPCError.Code = .invalidParameters, data: QueryValue? = nil) -> RPCReply {
        var error = RPCError(code, message)
        error.data = data
        return RPCReply(id: id ?? .null, error: error)
    }
}
