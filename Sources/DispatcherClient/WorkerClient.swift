package import DispatcherMessages
package import QueryCoding

/// A connection that serves routes: the daemon sends requests, and this worker replies.
package final class WorkerClient {
    /// A message of the daemon to a worker.
    package enum Message: Sendable, Hashable {
        /// A request to carry out: `{route, input, context}`.
        case perform(id: QueryValue, QueryValue)
        /// The daemon no longer waits for the reply.
        case cancel(id: QueryValue)
        /// The worker no longer serves a route.
        case unserved(reason: String)
        /// The daemon rejected a message of the worker.
        case rejected(reason: String)

        /// Nil for a message that this version does not know.
        fileprivate init?(_ value: QueryValue) {
            let parameters = value[RPCMessage.Name.parameters.rawValue] ?? .object([])
            let reason = parameters[WorkerMessage.Name.reason.rawValue]?.string ?? ""
            switch value[RPCMessage.Name.method.rawValue]?.string.flatMap(WorkerMessage.Method.init) {
            case .perform: self = .perform(id: value[RPCMessage.Name.id.rawValue] ?? .null, parameters)
            case .cancel: self = .cancel(id: parameters[WorkerMessage.Name.id.rawValue] ?? .null)
            case .unserved: self = .unserved(reason: reason)
            case .rejected: self = .rejected(reason: reason)
            case nil:
                guard let error = value[RPCMessage.Name.error.rawValue] else { return nil }
                self = .rejected(reason: error[RPCError.Name.message.rawValue]?.string ?? "")
            }
        }
    }

    private var connection: DaemonConnection

    /// Connects, and declares a route.
    package init(to address: SocketDirectory, serving route: RouteDeclaration) throws(ClientError) {
        var client = try DaemonClient(to: address, door: address.door)
        _ = try client.call(ServeMethod.self) { $0.routes = [JSONValue(route.value)] }
        connection = client.release()
    }

    /// The descriptor to poll for messages.
    package var descriptor: CInt { connection.descriptor }

    /// Returns the next message that has arrived; nil if no message has arrived. Throws at the end of the stream.
    package func next() throws(ClientError) -> Message? {
        do {
            while true {
                if let message = Message(try connection.readValue(milliseconds: 0)) { return message }
            }
        } catch .timedOut {
            return nil
        }
    }

    /// Replies to a request.
    package func reply(to id: QueryValue, _ result: QueryValue) throws(ClientError) {
        try connection.send(RPCReply(id: id, result: result).line)
    }
}
