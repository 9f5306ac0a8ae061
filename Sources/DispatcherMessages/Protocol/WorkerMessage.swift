package import QueryCoding

/// The names in the messages between the daemon and a worker.
package enum WorkerMessage {
    package enum Method: String, Sendable {
        /// A request to carry out: `{route, input, context}`.
        case perform
        /// The daemon no longer waits for an answer: `{id}`.
        case cancel
        /// The connection no longer serves a route: `{route, reason}`.
        case unserved
        /// A message of the worker was wrong: `{id, reason}`.
        case rejected
    }

    package enum Name: String, Sendable {
        case route, input, context, id, reason
    }

    /// The members of `context`.
    package enum Context: String, Sendable {
        case id, url, door, depth, deadline
        case source = "x-source"
    }

    /// Returns a line from the daemon to a worker.
    /// - Parameter id: The id of a request; nil for a notification, which has no answer.
    package static func line(
        _ method: Method, id: QueryValue? = nil, _ members: KeyValuePairs<Name, QueryValue>
    ) -> String {
        let parameters = QueryValue.record(members.map { ($0.key, $0.value) })
        return RPCRequest(id: id, method: method.rawValue, parameters: parameters).json
    }
}
