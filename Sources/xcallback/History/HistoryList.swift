import ArgumentParser
import DispatcherClient
import DispatcherMessages
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

/// `xcallback history [list]`
struct HistoryList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the requests, newest first.",
        discussion: """
            ID is the end of the request's id, which the other commands accept. The answers of other apps to calls \
            (xcallback.reply) and the round trips of 'doctor' are left out, unless --all or --route is given.

            OUTCOME also has 'callback failed', 'callback refused', 'callback expired' or 'callback uncertain' if the \
            outcome may not have reached its app; 'history show' prints the reason. 'not allowed' is a cancel: you refused the \
            request when you were asked. Of requests that have not ended, 'asking' waits for your answer to a question, 'screen \
            locked' for the screen to be unlocked, and 'waiting' for its turn.

            TOOK is the time from the acceptance of the request to its outcome, with the time of a question. A narrow \
            terminal gets shorter URLs and routes, and neither TOOK nor FROM.

            Example:
              xcallback history --outcome error --since 2h
            """)

    @Flag(name: .shortAndLong, help: "Keep printing requests as they finish, oldest first, until interrupted.")
    var follow = false

    @Flag(help: "List the requests that wait or run.")
    var running = false

    @Flag(help: "List the answers to calls and the round trips of 'doctor' too.")
    var all = false

    @Option(help: "Show only requests of this route.", completion: NameCompletion.routes)
    var route: String?

    @Option(help: "Show only requests with this outcome.")
    var outcome: CallbackKind?

    @Option(
        help: ArgumentHelp(
            "Show only requests since this time: 2027-01-31T09:30:00Z, or how long ago (2h, 7d).", valueName: "time"))
    var since: String?

    @Option(
        name: [.customShort("n"), .long],
        help: ArgumentHelp("Maximum number of requests to show.", valueName: "count"))
    var limit = 50

    @Flag(help: "Print each request as a line of JSON.")
    var json = false

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit must be 0 or more") }
        guard !running || !follow else { throw ValidationError("--running and --follow cannot be used together") }
    }

    func run() throws {
        let first = try Daemon.call(HistoryMethod.self) {
            select(&$0)
            $0.since = since
            $0.limit = limit
            $0.isRunning = running
        }
        // An unknown route is not an error: the history may have requests of a route whose file is gone, and --follow
        // may wait for a route to come.
        if let route, first.reply.requests.isEmpty, let hint = try MissingRoute.hint(for: route) { Shell.report(hint) }
        show(first, oldestFirst: follow, hasHeader: true)
        if !follow, !running, !json { try report(besides: first.reply.requests) }
        var cursor = first.reply.cursor
        while follow {
            let next = try Daemon.call(HistoryMethod.self) {
                select(&$0)
                $0.follow = .after(cursor)
            }
            show(next, oldestFirst: true, hasHeader: false)
            cursor = next.reply.cursor
        }
    }

    /// Whether the options leave no request out.
    private var isWhole: Bool { route == nil && outcome == nil && since == nil && limit > 0 }

    private func select(_ parameters: inout HistoryMethod.Parameters) {
        parameters.route = route
        parameters.outcome = outcome
        parameters.listsAnswers = all || route != nil
    }

    private func show(_ history: DaemonClient.Answer<HistoryReply>, oldestFirst: Bool, hasHeader: Bool) {
        if json {
            let requests = HistoryReply.printedRequests(of: history.printed)
            for request in oldestFirst ? requests.reversed() : requests { Shell.print(jsonLine: request) }
        } else {
            let requests = oldestFirst ? history.reply.requests.reversed() : history.reply.requests
            for line in Self.lines(requests, hasHeader: hasHeader) { Shell.print(line) }
            if running, requests.isEmpty { Shell.report("nothing is running") }
        }
    }

    /// Reports what the table lacks: why the newest request failed, and how many requests have not ended.
    private func report(besides listed: [HistoryLine]) throws {
        let open = try Daemon.call(HistoryMethod.self) {
            select(&$0)
            $0.since = since
            $0.isRunning = true
        }.reply.requests
        if listed.isEmpty, open.isEmpty {
            Shell.report(isWhole ? "no request is recorded" : "no recorded request matches the options")
        }
        if let error = listed.first?.error { Shell.report("the newest request ended as \(error)") }
        // One question is open at a time.
        let asking = open.count { $0.state == HistoryLine.State.asking.rawValue }
        let others = open.count - asking
        let counts = [
            asking > 0 ? "1 request is asking you" : nil,
            others > 0 ? "\(others) request\(others == 1 ? " waits or runs" : "s wait or run")" : nil,
        ].compactMap(\.self)
        if !open.isEmpty { Shell.report("\(counts.joined(separator: ", ")): xcallback history --running") }
    }

    private static let header = ["TIME", "FROM", "OUTCOME", "ROUTE", "TOOK", "ID", "URL"]

    private static func lines(_ requests: [HistoryLine], hasHeader: Bool) -> [String] {
        guard !requests.isEmpty else { return [] }
        let rows = (hasHeader ? [header] : []) + requests.map(row)
        let first = hasHeader ? 1 : 0
        func style(_ row: Int, _ column: Int) -> TextStyle? {
            guard row >= first else { return .header }
            if ["TIME", "ID"].contains(header[column]) { return .dim }
            guard header[column] == "OUTCOME" else { return nil }
            switch requests[row - first].outcome {
            case .error: return .bad
            case .cancel: return .warning
            case .success: return requests[row - first].callback?.loss == nil ? .good : .warning
            case nil: return nil
            }
        }
        let table = TextTable(rows.map { row in row.map { [$0] } }, limit: .max)
        return table.lines(
            within: Shell.width,
            savings: [
                (.cut(to: 26), 6), (.split, 2), (.drop, 4), (.cut(to: 12), 3), (.drop, 1), (.cut(to: 16), 6),
            ], style: style)
    }

    private static func row(of request: HistoryLine) -> [String] {
        [
            LocalTime(request.time)?.brief ?? request.time, request.door.rawValue, outcome(of: request),
            request.route ?? "-", request.milliseconds.map { LocalTime.brief($0.duration) } ?? "-",
            String(request.id.suffix(RequestID.shownLength)), Printable.shown(request.url),
        ]
    }

    /// Returns the outcome in words: `error 404`, `not allowed`, or `success, callback failed` if the callback may not
    /// have reached an app.
    private static func outcome(of request: HistoryLine) -> String {
        guard let outcome = request.outcome else {
            return switch request.state.flatMap(HistoryLine.State.init) {
            case .asking: "asking"
            case .locked: "screen locked"
            case .accepted: "waiting"
            case .running, .concluded, nil: "running"
            }
        }
        let reason = request.reason.flatMap(CancelReason.init)
        let word = outcome != .cancel ? outcome.rawValue : reason == .notAllowed ? "not allowed" : "cancelled"
        let loss = request.callback?.loss.map { ", callback \($0)" } ?? ""
        return word + (request.error.map { " \($0.code)" } ?? "") + loss
    }
}
