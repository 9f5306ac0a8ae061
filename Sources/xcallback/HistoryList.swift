import ArgumentParser
import DispatcherMessages
import QueryCoding

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
            ("route", route.map { .string($0) }), ("outcome", outcome.map { .string($0) }),
            ("since", since.map { .string($0) }),
        ]
        let first = try daemon.call("history", .record(wanted + [("limit", .integer(limit))]))
        let requests = first["requests"]?.elements ?? []
        guard follow else { return show(requests) }
        show(requests.reversed())
        var cursor = first["cursor"]
        while true {
            let next = try daemon.call("history", .record(wanted.filter { $0.0 != "since" } + [("follow", cursor)]))
            show(next["requests"]?.elements.reversed() ?? [])
            cursor = next["cursor"]
        }
    }

    private func show(_ requests: [QueryValue]) {
        guard !json else {
            for request in requests { Shell.print(request.json) }
            return
        }
        let rows = requests.map { request in
            [
                request["time"]?.string ?? "", request["door"]?.string ?? "", Self.outcome(of: request),
                request["route"]?.string ?? "-", "\(request["milliseconds"]?.text ?? "-") ms",
                request["id"]?.string ?? "", request["url"]?.string ?? "",
            ].map { [$0] }
        }
        for line in TextTable(rows).lines() { Shell.print(line) }
    }

    /// `error 404`; whether its caller was told is seen by 'show'.
    private static func outcome(of request: QueryValue) -> String {
        let code = request["error"]?["code"]?.text.map { " \($0)" } ?? ""
        return (request["outcome"]?.string ?? "running") + code
    }
}
