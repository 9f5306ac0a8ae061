import DispatcherConfiguration
package import DispatcherMessages
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

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
