import DispatcherMessages
package import QueryCoding

/// A connection that serves routes: the daemon asks, and we answer.
package final class WorkerConnection {
    /// What the daemon says to a worker.
    package enum Message: Sendable, Hashable {
        /// A request to carry out: `{route, input, context}`.
        case perform(id: QueryValue, QueryValue)
        /// Nobody waits for the answer any more.
        case cancel(id: QueryValue)
        /// A route is no longer ours.
        case unserved(route: String, reason: String)
        /// What we said makes no sense.
        case rejected(reason: String)
    }

    private var connection: DaemonConnection

    /// Connects, and declares the routes: the parameters of `serve`.
    package init(to address: DaemonAddress, serving parameters: QueryValue) throws(ClientError) {
        var client = try DaemonClient(to: address, door: address.door)
        _ = try client.call(MethodName.serve, parameters)
        connection = client.release()
    }

    /// What can be polled for messages.
    package var descriptor: CInt { connection.descriptor }

    /// The next message that has come in; nil if none has. Throws at the end of the stream.
    package func next() throws(ClientError) -> Message? {
        while true {
            let line: [UInt8]?
            do {
                line = try connection.readLine(milliseconds: 0)
            } catch .timedOut {
                return nil
            } catch {
                throw .connection(error)
            }
            guard let line else { throw .connection(.lost(0)) }
            do {
                if let message = Message(try JSONParser.parse(line, depthLimit: 512)) { return message }
            } catch {
                throw .unintelligible(error.description)
            }
        }
    }

    /// Answers a request.
    package func answer(_ id: QueryValue, _ result: QueryValue) throws(ClientError) {
        do {
            try connection.send(Array(RPCReply(id: id, result: result).json.utf8))
        } catch {
            throw .connection(error)
        }
    }
}

extension WorkerConnection.Message {
    /// Nil for what later versions may say.
    fileprivate init?(_ value: QueryValue) {
        func member(_ name: RPCMessage.Name) -> QueryValue? { value[name.rawValue] }
        let parameters = member(.parameters) ?? .object([])
        func parameter(_ name: WorkerMessage.Name) -> QueryValue? { parameters[name.rawValue] }
        let reason = parameter(.reason)?.string ?? ""
        switch member(.method)?.string.flatMap(WorkerMessage.Method.init) {
        case .perform: self = .perform(id: member(.id) ?? .null, parameters)
        case .cancel: self = .cancel(id: parameter(.id) ?? .null)
        case .unserved: self = .unserved(route: parameter(.route)?.string ?? "", reason: reason)
        case .rejected: self = .rejected(reason: reason)
        case nil:
            guard let error = member(.error) else { return nil }
            self = .rejected(reason: error[RPCError.Name.message.rawValue]?.string ?? "")
        }
    }
}
