import DispatcherClient
import DispatcherMessages
import Glibc
import QueryCoding
import UnixSystem

/// A server of the Model Context Protocol on standard input and output, whose tools are the routes that agents are offered.
/// Both eras of the protocol may share the pipe: with `initialize`, and with the revision in each request.
struct AgentServer: ~Copyable {
    /// A call of a tool that runs.
    struct Call {
        let request: AgentMessage.Request
        let tool: AgentTool
        /// The id by which the daemon knows the request.
        let id: String
        let isModern: Bool
        let token: QueryValue?
        let begun = ContinuousClock.now
        var progress = 0
        /// Whether the client has cancelled the call, and expects no reply.
        var isCancelled = false
    }

    /// The routes to offer among the routes of the daemon; all without a pattern.
    let patterns: [String]
    var link = AgentLink()
    /// The running calls, by the ids of the daemon's replies.
    var calls: [Int: Call] = [:]
    var tools: [AgentTool] = []
    /// The number of the table that has the tools; nil before the first list.
    var cursor: Int64?
    /// The daemon's reply that will bring the next table.
    var following: Int?
    /// The name and the version of the client of `initialize`.
    var client: RunMethod.Client?
    var hasBegun = false
    /// Whether a client of the older era has said that it is ready, and gets notifications.
    var isInitialized = false
    /// The requests that wait for changes of the list, in the newer era.
    var streams: [QueryValue] = []
    private var input = AgentInput()

    init(patterns: [String]) { self.patterns = patterns }

    /// The time between two reports of progress.
    private static let progressPeriod = Duration.seconds(5)

    /// Serves until the end of standard input, or SIGTERM.
    mutating func run() {
        let stop = Signals.descriptor(of: SIGTERM)?.release() ?? -1
        while true {
            var polled = [
                pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
                pollfd(fd: link.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            let isWaiting = calls.values.contains { $0.token != nil && !$0.isCancelled }
            _ = retrying { Int(poll(&polled, 3, isWaiting ? 1000 : -1)) }
            reportProgress()
            if polled[2].revents != 0 { receive() }
            if polled[1].revents != 0 { return end() }
            guard polled[0].revents != 0 else { continue }
            let isOpen = input.fill()
            while let line = input.next() { handle(line) }
            if !isOpen { return end() }
        }
    }

    /// Cancels what runs: a client may repeat its calls on a new connection.
    private mutating func end() {
        for call in calls.values where !call.isCancelled { cancel(call) }
        for stream in streams { reply(to: stream, [], isModern: true) }
    }

    mutating func cancel(_ call: Call) {
        var parameters = CancelMethod.Parameters()
        parameters.id = call.id
        // Without the daemon, nothing runs.
        _ = try? link.send(CancelMethod.self, parameters)
    }

    private mutating func reportProgress() {
        let now = ContinuousClock.now
        for (number, call) in calls where !call.isCancelled {
            guard let token = call.token else { continue }
            let due = Int((now - call.begun) / Self.progressPeriod)
            guard due > call.progress else { continue }
            calls[number]?.progress = due
            notify(
                "notifications/progress",
                .record([
                    ("progressToken", token), ("progress", .integer(due)),
                    ("message", .string("\(call.tool.name) runs, or waits for the user's answer")),
                ]))
        }
    }

    // MARK: - writing

    func write(_ line: String) { Shell.print(line) }

    func notify(_ method: String, _ parameters: QueryValue? = nil) {
        write(
            QueryValue.record([("jsonrpc", "2.0"), ("method", .string(method)), ("params", parameters)]).json)
    }

    /// Replies to a request.
    func reply(to id: QueryValue, _ members: [(String, QueryValue?)], isModern: Bool) {
        let modern: [(String, QueryValue?)] =
            isModern ? [("resultType", "complete"), ("_meta", ["\(Self.prefix)serverInfo": Self.information])] : []
        write(QueryValue.record([("jsonrpc", "2.0"), ("id", id), ("result", .record(members + modern))]).json)
    }

    /// Begins the names of the protocol's members in `_meta`.
    static let prefix = "io.modelcontextprotocol/"

    static func named(_ member: String) -> String { prefix + member }

    static let information: QueryValue = [
        "name": "xcallback", "title": "xcallback", "version": .string(PackageVersion.text),
    ]
}
