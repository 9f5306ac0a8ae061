import ArgumentParser
import DispatcherMessages
import QueryCoding
import XCallbackURL

/// `xcallback history [list]`
struct HistoryList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the requests, newest first.")

    @OptionGroup var daemon: DaemonOptions

    @Flag(help: "Go on with those that come, until interrupted; oldest first then.")
    var follow = false

    @Option(help: "Only those of this route.", completion: DaemonNames.routes)
    var route: String?

    @Option(help: "Only those that ended so: 'success', 'error' or 'cancel'.")
    var outcome: String?

    @Option(help: "Only those since then: 2027-01-31T09:30:00Z, or how long ago (2h, 7d).")
    var since: String?

    @Option(help: "How many at most.")
    var limit = 50

    @Flag(help: "Print each request as a line of JSON.")
    var json = false

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit takes a number from 0 on") }
    }

    func run() throws {
        let wanted: [(String, QueryValue?)] = [
            (ParameterName.route, route.map { .string($0) }), (ParameterName.outcome, outcome.map { .string($0) }),
            (ParameterName.since, since.map { .string($0) }),
        ]
        let first = try daemon.call(MethodName.history, .record(wanted + [(ParameterName.limit, .integer(limit))]))
        var cursor = try show(first, oldestFirst: follow)
        while follow {
            let parameters = wanted.filter { $0.0 != ParameterName.since } + [(ParameterName.follow, .integer(cursor))]
            cursor = try show(daemon.call(MethodName.history, .record(parameters)), oldestFirst: true)
        }
    }

    /// Prints the requests of a result, and returns its cursor.
    private func show(_ result: QueryValue, oldestFirst: Bool) throws -> Int {
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
            "\(request.duration?.millisecondsValue.text ?? "-") ms", request.id, request.url,
        ].map { [$0] }
    }

    /// `error 404`; whether its caller was told is seen by 'show'.
    private static func outcome(of request: HistoryLine) -> String {
        guard let outcome = request.outcome else { return "running" }
        return outcome.kind.rawValue + (outcome.error.map { " \($0.code)" } ?? "")
    }
}
