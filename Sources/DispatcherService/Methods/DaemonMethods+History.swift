import DispatcherConfiguration
import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import FoundationEssentials
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

extension DaemonMethods {
    func history(_ parameters: HistoryMethod.Parameters) async throws(RPCError) -> HistoryReply {
        var query = HistoryQuery()
        query.id = parameters.id
        query.ending = parameters.ending
        query.route = parameters.route
        query.outcome = parameters.outcome
        if parameters.listsAnswers == false {
            query.exceptRoute = BuiltInRoute.reply.name
            query.exceptURL = RoundTripCall.url
        }
        if let text = parameters.since {
            guard let since = time(text) else {
                throw RPCError(
                    .invalidParameters, "'since' is a time such as 2027-01-31T09:30:00Z, or how long ago: 2h")
            }
            query.since = since
        }
        if let limit = parameters.limit {
            guard limit >= 0 else { throw RPCError(.invalidParameters, "'limit' must be a whole number of at least 0") }
            query.limit = limit
        }
        let follow = parameters.follow ?? .no
        let isRunning = parameters.isRunning ?? false
        guard !isRunning || follow == .no else {
            throw RPCError(.invalidParameters, "'running' and 'follow' exclude each other")
        }
        do {
            guard follow != .no else {
                let cursor = await journal.cursor
                if isRunning {
                    let entries = await journal.running.filter(query.matches).prefix(query.limit ?? .max)
                    return HistoryReply(requests: entries.map { self.entry($0).runningLine }, cursor: cursor)
                }
                let entries = try await journal.history(query).map(entry)
                return HistoryReply(
                    requests: entries.map { query.id ?? query.ending == nil ? $0.line : $0.detailedLine },
                    cursor: cursor)
            }
            let from = if case .after(let cursor) = follow { cursor } else { await journal.cursor }
            let (entries, cursor) = try await next(after: from, query)
            return HistoryReply(requests: entries.reversed().map { HistoryEntry(entry: $0).line }, cursor: cursor)
        } catch {
            throw RPCError(unreadableJournal: error)
        }
    }

    private func entry(_ entry: JournalEntry) -> HistoryEntry {
        HistoryEntry(entry: entry, askedRoute: consent.askedRoute(of: entry.id))
    }

    /// Returns the time in milliseconds since 1970.
    private func time(_ text: String) -> Int64? {
        if let ago = UnitText.duration(text) { return clock().wall - Int64(ago / .milliseconds(1)) }
        return Date.read(text).map { Int64($0.timeIntervalSince1970 * 1000) }
    }

    /// Waits for finished requests that match, oldest first. Returns an empty list if the daemon stops first.
    private func next(
        after start: Int64, _ query: HistoryQuery
    ) async throws(JournalError) -> (entries: [JournalEntry], cursor: Int64) {
        var cursor = start
        while true {
            let settlement = journal.settlement
            let entries = try await journal.changes(after: cursor)
            cursor = entries.last?.cursor ?? cursor
            let matching = entries.filter(query.matches)
            if !matching.isEmpty { return (matching, cursor) }
            if entries.isEmpty, await settlement.value() == nil { return ([], cursor) }
        }
    }
}
