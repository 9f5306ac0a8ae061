package import DispatcherConfiguration
package import DispatcherMessages
package import QueryCoding
import RequestRecord
package import URLSchemeRouter
import UnixSystem
package import XCallbackURL

/// A route that is served by one worker, or shared by several workers. Without patterns it serves the routes of files
/// that name it.
package struct WorkerRoute: Sendable {
    package let definition: RouteDefinition
    let scopes: [Scope]
    package let isShared: Bool
    /// The workers, in the order in which they connected.
    package var workers: [any RouteWorker]

    package init(definition: RouteDefinition, scopes: [Scope], isShared: Bool, workers: [any RouteWorker]) {
        self.definition = definition
        self.scopes = scopes
        self.isShared = isShared
        self.workers = workers
    }

    package var name: String { definition.name }

    /// The origin of the declaration, for messages: `worker pid 12 (python3)`.
    package var declaration: String { workers.map(\.name).joined(separator: ", ") }

    /// Returns the key in which another declaration differs; nil if both declare the same route.
    package func difference(from other: WorkerRoute) -> String? {
        if definition.patterns != other.definition.patterns { return "path" }
        if Set(scopes) != Set(other.scopes) { return "schemes" }
        if definition.input != other.definition.input { return "input" }
        return definition.policy.concurrency == other.definition.policy.concurrency ? nil : "concurrency"
    }
}

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

/// A request in the form for a worker.
package struct WorkerRequest: Sendable {
    package let id: RequestID
    let route: String
    let input: QueryValue
    let url: String
    let source: String?
    let door: Door
    /// The nesting depth of the requests. A worker that calls the daemon passes the depth on as XCALLBACK_DEPTH.
    let depth: Int
    package let timeout: Duration
    let begun: Timestamp

    /// The line that sends the request to a worker. The line has the request's own id, because no two workers ever get
    /// the same request.
    package var line: String {
        let id = QueryValue.string(id.description)
        let context: [(WorkerMessage.Context, QueryValue?)] = [
            (.id, id), (.url, .string(url)), (.source, source.map { .string($0) }), (.door, .string(door.rawValue)),
            (.depth, .integer(depth)), (.deadline, .string(begun.advanced(by: timeout).iso8601)),
        ]
        return WorkerMessage.line(
            .perform, id: id,
            [.route: .string(route), .input: input, .context: .record(context)])
    }
}
