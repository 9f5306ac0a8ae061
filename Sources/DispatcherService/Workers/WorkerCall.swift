import DispatcherJournal
import DispatcherMessages
import QueryCoding
import UnixSystem

/// What a worker is asked to do: a request of a route of its own.
struct WorkerCall: Sendable {
    let id: RequestID
    let route: String
    let input: QueryValue
    let url: String
    let source: String?
    let door: Door
    /// How deep calls have become: a worker that calls the daemon passes it on as XCALLBACK_DEPTH.
    let depth: Int
    let timeout: Duration

    /// The line that asks. The request's own id names it: no two workers ever hold the same.
    var line: String {
        let context = QueryValue.record([
            ("id", .string(id.description)), ("url", .string(url)), ("x-source", source.map { .string($0) }),
            ("door", .string(door.rawValue)), ("depth", .integer(depth)),
            ("deadline", .string(Timestamp.now.advanced(by: timeout).iso8601)),
        ])
        return RPCRequest(
            id: .string(id.description), method: "perform",
            parameters: ["route": .string(route), "input": input, "context": context]
        ).json
    }
}
