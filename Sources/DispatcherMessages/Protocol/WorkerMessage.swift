/// The words of the messages between the daemon and a worker.
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

    /// The members of a route in the parameters of `serve`, by which a worker declares it.
    package enum Declaration: String, Sendable {
        case name, path, schemes, input, summary, shared, concurrency
    }
}
