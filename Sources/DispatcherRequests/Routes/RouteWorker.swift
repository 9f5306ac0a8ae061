package import DispatcherMessages
package import QueryCoding
package import XCallbackURL

/// A process that serves routes over its connection.
package protocol RouteWorker: AnyObject, Sendable {
    /// The name of the process: `pid 12 (python3)`.
    var process: String { get }
    /// The number of answers that the worker owes, and the number of requests that it ever received.
    var load: (pending: Int, asked: Int) { get }
    /// Whether the worker can answer no more requests: it is gone, or its last answers are still being read.
    var isLeaving: Bool { get }
    /// Sends the worker a request and waits for the outcome; nil if the connection was already closed. Throws 408 after
    /// the request's timeout, and 502 if the connection closes during the request.
    func perform(_ request: WorkerRequest) async throws -> Outcome?
    /// Sends the worker a notification, which needs no answer.
    func notify(_ method: WorkerMessage.Method, _ members: KeyValuePairs<WorkerMessage.Name, QueryValue>)
}

extension RouteWorker {
    /// The name of the worker in messages: `worker pid 12 (python3)`.
    package var name: String { "worker \(process)" }
}
