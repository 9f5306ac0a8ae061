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
        let request: RPCRequest
        let tool: AgentTool
        /// The id by which the daemon knows the request.
        let id: String
        let token: QueryValue?
        /// The length of the line that the daemon has got, in bytes.
        var length = 0
        let begun = ContinuousClock.now
        var progress = 0
        /// Whether the client has cancelled the call, and expects no reply.
        var isCancelled = false
    }

    struct Stream {
        let request: RPCRequest
        /// Whether the client wants to hear of changes of the list.
        let hearsChanges: Bool

        var meta: [(String, QueryValue?)] { [(AgentServer.named("subscriptionId"), request.id)] }
    }

    /// The routes to offer among the routes of the daemon; all without a pattern.
    let patterns: [String]
    var link: AgentLink
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
    /// The requests that stay open, in the newer era.
    var streams: [Stream] = []
    private var input = LineBuffer(limit: 1 << 20)
    var output = LineWriter(to: STDOUT_FILENO)
    let stop = StopSignal()

    private init(patterns: [String]) {
        self.patterns = patterns
        link = AgentLink(stop: stop)
        // A client that has gone must not end the server before the server has cancelled what runs.
        signal(SIGPIPE, SIG_IGN)
    }

    /// The time between two reports of progress.
    private static let progressPeriod = Duration.seconds(5)

    /// Serves until the end of standard input, or a signal to end. Ends the program.
    static func run(patterns: [String]) -> Never {
        var server = AgentServer(patterns: patterns)
        server.run()
        exit(EXIT_SUCCESS)
    }

    private mutating func run() {
        while true {
            var polled = [
                pollfd(fd: output.isFull ? -1 : STDIN_FILENO, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: link.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: output.isEmpty ? -1 : STDOUT_FILENO, events: Int16(POLLOUT), revents: 0),
            ]
            let isWaiting = calls.values.contains { $0.token != nil && !$0.isCancelled }
            _ = retrying { Int(poll(&polled, 4, isWaiting ? 1000 : -1)) }
            output.flush()
            reportProgress()
            if polled[2].revents != 0 { receive() }
            if polled[1].revents != 0 { return end() }
            guard polled[0].revents != 0 else { continue }
            let isOpen = input.read(from: STDIN_FILENO) > 0
            while !stop.hasCome, let line = input.next() {
                handle(line)
                // The next line may connect again.
                if link.hasLines || !link.isConnected { receive() }
            }
            if !isOpen { return end() }
        }
    }

    /// Cancels what runs: a client may repeat its calls on a new connection.
    private mutating func end() {
        for call in calls.values where !call.isCancelled { cancel(call) }
        for stream in streams { reply(to: stream.request, [], meta: stream.meta) }
        // A client may leave the last lines unread for a second, and a signal ends the wait.
        while !output.isEmpty {
            var polled = [
                pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            guard retrying({ Int(poll(&polled, 2, 1000)) }) > 0, polled[1].revents == 0 else { return }
            output.flush()
        }
    }

    mutating func cancel(_ call: Call) {
        // An id counts only on the connection of its call.
        guard link.isConnected else { return }
        _ = try? link.send(CancelMethod.self) { $0.id = call.id }
    }

    private mutating func reportProgress() {
        let now = ContinuousClock.now
        for (number, call) in calls where !call.isCancelled {
            guard let token = call.token else { continue }
            let due = Int((now - call.begun) / Self.progressPeriod)
            guard due > call.progress else { continue }
            calls[number]?.progress = due
            let message = "\(call.tool.name) runs, or waits for the user's answer"
            notify(
                "notifications/progress",
                ["progressToken": token, "progress": .integer(due), "message": .string(message)])
        }
    }

    // MARK: - writing

    mutating func notify(_ method: String, _ parameters: QueryValue = .object([])) {
        output.write(RPCRequest(id: nil, method: method, parameters: parameters).json)
    }

    /// Replies to a request.
    mutating func reply(
        to request: RPCRequest, _ members: [(String, QueryValue?)], meta: [(String, QueryValue?)] = []
    ) {
        let meta = meta + (request.isModern ? [(Self.named("serverInfo"), Self.information)] : [])
        let common: [(String, QueryValue?)] = [
            ("resultType", request.isModern ? "complete" : nil), ("_meta", meta.isEmpty ? nil : .record(meta)),
        ]
        output.write(RPCReply(id: request.id ?? .null, result: .record(members + common)).json)
    }

    /// Replies to a call of a tool.
    mutating func reply(to request: RPCRequest, _ result: AgentReply) {
        reply(to: request, result.members, meta: result.meta)
    }

    /// Begins the names of the protocol's members in `_meta`.
    static let prefix = "io.modelcontextprotocol/"

    static func named(_ member: String) -> String { prefix + member }

    static let information: QueryValue = [
        "name": "xcallback", "title": "xcallback", "version": .string(PackageVersion.text),
    ]
}
