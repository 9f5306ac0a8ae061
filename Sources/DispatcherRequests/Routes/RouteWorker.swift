package import DispatcherMessages
package import QueryCoding
package import XCallbackURL

/// A process that serves routes over its connection.
package protocol RouteWorker: AnyObject, Sendable {
    /// The process: `pid 12 (python3)`.
    var process: String { get }
    var load: WorkerLoad { get }
    /// Whether its connection is closed.
    var isGone: Bool { get }
    /// Sends it a request and waits for the outcome; nil if its connection was closed before. Throws 408 after the request's
    /// timeout, and 502 if the connection closes while it runs.
    func perform(_ request: WorkerRequest) async throws -> Outcome?
    /// Sends it a notification, which it does not answer.
    func notify(_ method: WorkerMessage.Method, _ members: KeyValuePairs<WorkerMessage.Name, QueryValue>)
}

extension RouteWorker {
    /// Its name in messages: `worker pid 12 (python3)`.
    package var name: String { "worker \(process)" }
}

/// How much a worker has to do: the answers that it owes, then the number of requests that it ever got.
package struct WorkerLoad: Comparable, Sendable {
    package let pending: Int
    package let asked: Int

    package init(pending: Int, asked: Int) {
        self.pending = pending
        self.asked = asked
    }

    package static func < (one: Self, other: Self) -> Bool { (one.pending, one.asked) < (other.pending, other.asked) }
}
