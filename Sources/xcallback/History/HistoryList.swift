import ArgumentParser
import DispatcherMessages
import QueryCoding
import XCallbackURL

/// `xcallback history [list]`
struct HistoryList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the requests, newest first.",
        discussion: """
            Example:
              xcallback history --outcome error --since 2h
            """)

    @OptionGroup var daemon: DaemonOptions

    @Flag(help: "Keep printing requests as they finish, oldest first, until interrupted.")
    var follow = false

    @Option(help: "Show only requests of this route.", completion: NameCompletion.routes)
    var route: String?

    @Option(help: "Show only requests with this outcome: success, error or cancel.")
    var outcome: String?

    @Option(help: "Show only requests since this time: 2027-01-31T09:30:00Z, or how long ago (2h, 7d).")
    var since: String?

    @Option(help: "Maximum number of requests to show.")
    var limit = 50

    @Flag(help: "Print each request as a line of JSON.")
    var json = false

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit must be 0 or more") }
    }

    func run() throws {
        let wanted: [(ParameterName, QueryValue?)] = [
            (.route, route.map { .string($0) }), (.outcome, outcome.map { .string($0) }),
            (.since, since.map { .string($0) }),
        ]
        let first = try daemon.call(.history, wanted + [(.limit, .integer(limit))])
        var cursor = try show(first, oldestFirst: follow)
        while follow {
            let parameters = wanted.filter { $0.0 != .since } + [(.follow, .integer(cursor))]
            cursor = try show(daemon.call(.history, parameters), oldestFirst: true)
        }
    }

    /// Prints the requests of a result, and returns its cursor.
    private func show(_ result: QueryValue, oldestFirst: Bool) throws -> Int64 {
        let reply = try DaemonOptions.read(result, as: HistoryReply.init)
        if json {
            let requests = try DaemonOptions.read(result, as: HistoryReply.printedRequests)
            for request in oldestFirst ? requests.reversed() : requests { Shell.print(request.json) }
        } else {
            let requests = oldestFirst ? reply.requests.reversed() : reply.requests
            for line in TextTable(requests.map(Self.row)).lines() { Shell.print(line) }
        }
        return reply.cursor
    }

    private static func row(of request: HistoryLine) -> [[String]] {
        [
            request.time, request.door.rawValue, outcome(of: request), request.route ?? "-",
            "\(request.milliseconds?.value.text ?? "-") ms", request.id, request.url,
        ].map { [$0] }
    }

    /// `error 404`. The result of the callback is shown by 'show' only.
    private static func outcome(of request: HistoryLine) -> String {
        guard let outcome = request.outcome else { return "running" }
        return outcome.rawValue + (request.error.map { " \($0.code)" } ?? "")
    }
}
